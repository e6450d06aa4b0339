import { Router } from 'express';
import { pingDatabase } from '../database/client.js';
import { pingQueues } from '../jobs/queue.js';
import { takesOnly } from './takes-only.js';

async function isReachable(ping: () => Promise<unknown>): Promise<boolean> {
  try {
    await ping();
    return true;
  } catch {
    return false; // which store is away is the answer; why, the connections log themselves
  }
}

/** Which stores cannot be asked at this moment: `redis`, `mongodb`. */
export async function storesAway(): Promise<string[]> {
  const [redisThere, databaseThere] = await Promise.all([isReachable(pingQueues), isReachable(pingDatabase)]);
  return [...(redisThere ? [] : ['redis']), ...(databaseThere ? [] : ['mongodb'])];
}

export const healthRoutes = Router();

/** Alive: the process answers. */
healthRoutes.get('/healthz', (_req, res) => {
  res.json({ status: 'ok' });
});

/** Ready: its stores can be reached. */
healthRoutes.get('/readyz', async (_req, res) => {
  const away = await storesAway();
  res.status(away.length > 0 ? 503 : 200).json(away.length > 0 ? { status: 'unavailable', away } : { status: 'ok' });
});

healthRoutes.all(['/healthz', '/readyz'], takesOnly('GET'));
