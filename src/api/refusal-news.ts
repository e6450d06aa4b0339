import { redis, unlessRedisIsAway } from '../redis/client.js';
import { keyOf } from '../redis/keys.js';
import { logger } from '../telemetry/logger.js';
import { minuteOf } from '../time.js';

/** How often refusals are told, however many there are. */
const TOLD_EVERY_MS = 1000;
const KEPT_SECONDS = 180;

let untold = 0;

/** Where all web processes count the refusals of a minute. */
const keyOfMinute = (minute: number): string => keyOf(`initiates-refused:${minute}`);

function tell(): void {
  const count = untold;
  untold = 0;
  logger.warn('initiates.refused', { count });
  const key = keyOfMinute(minuteOf(Date.now()));
  unlessRedisIsAway(() => redis.multi().incrby(key, count).expire(key, KEPT_SECONDS).exec()).catch((error: unknown) =>
    logger.debug('initiates.untold', { error }),
  );
}

/** Counts a refused initiate call, for the log and for all who ask recentRefusals(). */
export function noteRefusal(): void {
  if (untold++ === 0) setTimeout(tell, TOLD_EVERY_MS).unref();
}

/** How many initiate calls were refused in this minute and the one before, by all processes; 0 while Redis is away. */
export async function recentRefusals(): Promise<number> {
  const now = minuteOf(Date.now());
  const counts = await unlessRedisIsAway(() =>
    Promise.all([now, now - 1].map((minute) => redis.get(keyOfMinute(minute)))),
  );
  return (counts ?? []).reduce((sum, count) => sum + Number(count), 0);
}
