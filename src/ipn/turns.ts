import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../logger.js';
import { keyOf } from '../redis-keys.js';
import { redis } from '../redis.js';

// Processes that store events of one merchant at the same moment want the same number. The unique index gives it to one
// of them, but DocumentDB lets them wait for each other until it finds the deadlock. So they take turns. It is a courtesy
// and no lock: whoever gets no turn in time, or finds no Redis, goes on without, and the index holds.

/** A process that dies in its turn holds the others up for no longer. */
const TURN_MS = 1000;
const PAUSE_MS = 5;

const turnKey = (merchantId: string): string => keyOf(`turn:${merchantId}`);

const release = (keys: string[]): Promise<unknown> => Promise.all(keys.map((key) => redis.del(key)));

/** All or none of them, so that no two processes hold what the other waits for. */
async function tryToTake(keys: string[]): Promise<boolean> {
  const answers = await Promise.all(keys.map((key) => redis.set(key, '1', 'PX', TURN_MS, 'NX')));
  const taken = keys.filter((_, index) => answers[index]);
  if (taken.length === keys.length) return true;
  await release(taken);
  return false;
}

/** @returns the keys that are to be released */
async function take(keys: string[]): Promise<string[]> {
  const patience = performance.now() + TURN_MS;
  while (performance.now() < patience) {
    if (await tryToTake(keys)) return keys;
    await pause(Math.random() * PAUSE_MS);
  }
  return [];
}

/** Does something about merchants' events while, as far as possible, no other process does. */
export async function inTurn<T>(merchantIds: Set<string>, run: () => Promise<T>): Promise<T> {
  const without = (error: unknown): [] => {
    logger.debug('turn.failed', { error });
    return [];
  };
  const taken = await take([...merchantIds].map(turnKey)).catch(without);
  try {
    return await run();
  } finally {
    void release(taken).catch(without);
  }
}
