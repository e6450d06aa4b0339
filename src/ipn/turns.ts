import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../telemetry/logger.js';
import type { RedisClient } from '../redis/connection.js';
import { keyOf } from '../redis/keys.js';
import { redis } from '../redis/client.js';

// Processes that store events of one merchant at the same moment want the same number. The unique index gives it to one
// of them, but DocumentDB lets them wait for each other until it finds the deadlock. So they take turns. It is a courtesy
// and no lock: whoever gets no turn in time, or finds no Redis, goes on without, and the index holds.

/** A process that dies in its turn holds the others up for no longer. */
const TURN_MS = 1000;
const PAUSE_MS = 5;

/** In a cluster they all lie in one slot, so that one script may take several. */
const turnKey = (merchantId: string): string => `${keyOf('turn')}:${merchantId}`;

// All or none of them, so that no two processes hold what the other waits for.
const TAKE = `
if redis.call('EXISTS', unpack(KEYS)) > 0 then return 0 end
for _, key in ipairs(KEYS) do redis.call('SET', key, '1', 'PX', ARGV[1]) end
return 1
`;

type TakeCommand = (count: number, ...keysAndMs: (string | number)[]) => Promise<0 | 1>;
redis.defineCommand('takeTurns', { lua: TAKE });
const takeTurns = (redis as RedisClient & { takeTurns: TakeCommand }).takeTurns.bind(redis); // defined in the line above

/** @returns the keys that are to be released */
async function take(keys: string[]): Promise<string[]> {
  const patience = performance.now() + TURN_MS;
  while (performance.now() < patience) {
    if ((await takeTurns(keys.length, ...keys, TURN_MS)) === 1) return keys;
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
    if (taken.length > 0) void redis.del(taken).catch(without);
  }
}
