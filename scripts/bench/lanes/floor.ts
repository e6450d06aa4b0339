import { randomBytes } from 'node:crypto';
import { JOBS } from '../../../src/jobs/catalogue.js';
import { freePort } from '../../development/free-port.js';
import { forkScript, type AskedProcess } from '../asked-process.js';
import { deleteKeys } from '../own-names.js';
import type { Lane } from './lane.js';
import { targetsOf } from './targets.js';
import type { TollgateLane } from './tollgate.js';

export interface FloorLane extends Lane {
  stop: () => Promise<void>;
}

/** Starts the floor's processes beside a Tollgate: the same stores and database, the same gateway, as many at once. */
export async function startFloor(tollgate: TollgateLane, receivers: string[], redisUrl: string): Promise<FloorLane> {
  const prefix = `{bench-floor-${randomBytes(4).toString('hex')}}`;
  const { SANDBOX_API_PORT = '' } = tollgate.env;
  const port = String(await freePort());
  const env = {
    ...tollgate.env,
    REDIS_URL: redisUrl,
    PORT: port,
    FLOOR_PREFIX: prefix,
    FLOOR_SECRET: 'floor',
    FLOOR_COLLECTION: 'floor_payments',
    FLOOR_GATEWAY: `http://127.0.0.1:${SANDBOX_API_PORT}`,
  };
  const running: Record<string, AskedProcess> = {};
  const start = async (name: string, script: string, concurrency: number) => {
    running[name] = await forkScript(script, { ...env, FLOOR_CONCURRENCY: String(concurrency) });
  };
  const stop = async () => {
    await Promise.all(Object.values(running).map((each) => each.stop()));
    await deleteKeys(redisUrl, prefix);
  };
  try {
    await start('web', 'floor/web.js', 0);
    await start('payments', 'floor/payments-worker.js', JOBS['card-authorization'].concurrency);
    await start('ipn', 'floor/ipn-worker.js', JOBS['ipn-delivery'].concurrency);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name: 'floor',
    // The gateway is the same for both.
    pids: () => ({
      sandbox: tollgate.pids().sandbox ?? [],
      ...Object.fromEntries(Object.entries(running).map(([name, { pid }]) => [name, [pid]])),
    }),
    collection: 'floor_payments',
    ofFirstMerchant: { ipn_url: receivers[0] },
    targets: targetsOf(
      [`http://127.0.0.1:${port}`],
      receivers.map((ipn_url) => ({ public_key: 'floor', ipn_url })),
    ),
    stop,
  };
}
