import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../telemetry/logger.js';
import type { RedisClient } from '../redis/connection.js';
import { keyOf } from '../redis/keys.js';
import { redis } from '../redis/client.js';

// Processes that store events of one merchant at the same moment want the same number. The unique index gives it to one
// of them, but DocumentDB lets them wait for each other until it finds the deadlock (ADR 12). So each takes an advisory
// lock with a TTL first. It is a courtesy: whoever gets none in time, or finds no Redis, goes on without, and the index
// holds.

/** A process that dies while it holds one holds the others up for no longer. */
const LOCK_TTL_MS = 1000;
const RETRY_MS = 5;

/** In a cluster they all lie in one slot, so that one script may take several. */
const lockKey = (merchantId: string): string => `${keyOf('advisory-lock')}:${merchantId}`;

// All or none of them, so that no two processes hold what the other waits for.
const ACQUIRE = `
if redis.call('EXISTS', unpack(KEYS)) > 0 then return 0 end
for _, key in ipairs(KEYS) do redis.call('SET', key, '1', 'PX', ARGV[1]) end
return 1
`;

type AcquireCommand = (count: number, ...keysAndMs: (string | number)[]) => Promise<0 | 1>;
redis.defineCommand('acquireLocks', { lua: ACQUIRE });
const acquireLocks = (redis as RedisClient & { acquireLocks: AcquireCommand }).acquireLocks.bind(redis); // defined above

/** @returns the keys that are to be released */
async function acquire(keys: string[]): Promise<string[]> {
  const patience = performance.now() + LOCK_TTL_MS;
  while (performance.now() < patience) {
    if ((await acquireLocks(keys.length, ...keys, LOCK_TTL_MS)) === 1) return keys;
    await pause(Math.random() * RETRY_MS);
  }
  return [];
}

/** Does something about merchants' events while, as far as possible, no other process does. */
export async function withAdvisoryLock<T>(merchantIds: Set<string>, run: () => Promise<T>): Promise<T> {
  const without = (error: unknown): [] => {
    logger.debug('advisory_lock.failed', { error });
    return [];
  };
  const acquired = await acquire([...merchantIds].map(lockKey)).catch(without);
  try {
    return await run();
  } finally {
    if (acquired.length > 0) void redis.del(acquired).catch(without);
  }
}
