import { redis, unlessRedisIsAway } from '../../redis/client.js';
import { keyOf } from '../../redis/keys.js';

/** Seconds within which something may still come of an `execute`: bKash itself gives up after thirty. */
const SETTLES_WITHIN = 120;

const keyFor = (reference: string): string => keyOf(`bkash-executed:${reference}`);

/**
 * Which payments were executed without an answer: bKash may still be at it, so they are not over whatever else is said.
 * Best effort, while Redis is away nothing is noted: late money is looked for all the same.
 */
export const unanswered = {
  /** Before `execute` is sent. @returns whether an earlier one has had no answer */
  note: async (reference: string): Promise<boolean> => {
    const noted = await unlessRedisIsAway(async () => ({
      isFirst: await redis.set(keyFor(reference), 1, 'EX', SETTLES_WITHIN, 'NX'),
    }));
    return noted?.isFirst === null;
  },
  /** This one has had none. */
  renew: (reference: string): Promise<unknown> =>
    unlessRedisIsAway(() => redis.set(keyFor(reference), 1, 'EX', SETTLES_WITHIN)),
  /** It has been answered, whatever the answer. */
  clear: (reference: string): Promise<unknown> => unlessRedisIsAway(() => redis.del(keyFor(reference))),
  has: async (reference: string): Promise<boolean> =>
    (await unlessRedisIsAway(() => redis.exists(keyFor(reference)))) === 1,
};
