import { redis, unlessRedisIsAway } from '../../redis/client.js';
import type { RedisClient } from '../../redis/connection.js';
import { keyOf } from '../../redis/keys.js';

/** Seconds within which something may still come of an `execute`: bKash itself gives up after thirty. */
const SETTLES_WITHIN = 120;

/** Seconds after which bKash executes a payment no more, counted from when it was made. */
export const LIFE = 86_400;

type Claim = 'executing' | 'closed';

// What is closed stays closed, whichever of two that were executing at once is heard last. For 0 seconds it is let go.
const EXECUTING = `
if redis.call('GET', KEYS[1]) == 'closed' then return 0 end
if ARGV[1] == '0' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], 'executing', 'EX', ARGV[1]) end
return 1
`;

redis.defineCommand('bkashExecuting', { numberOfKeys: 1, lua: EXECUTING });
const commands = redis as RedisClient & { bkashExecuting: (key: string, seconds: number) => Promise<0 | 1> }; // the line above

const keyFor = (reference: string): string => keyOf(`bkash-payment:${reference}`);

const read = async (reference: string): Promise<Claim | null> => (await redis.get(keyFor(reference))) as Claim | null; // nobody else writes it

/** Takes a payment for `what` when nobody has it. @returns who had it before, or null */
async function take(reference: string, what: Claim, seconds: number): Promise<Claim | null> {
  for (;;) {
    if ((await redis.set(keyFor(reference), what, 'EX', seconds, 'NX')) === 'OK') return null;
    const claim = await read(reference);
    if (claim) return claim; // else it has just ended
  }
}

/**
 * Who has a payment in hand, for all processes. bKash cannot close one: that a payment is never executed once it is closed,
 * and never told as over while an `execute` of it had no answer, is kept here.
 */
export const claims = {
  /**
   * Before `execute` is sent. @returns whom it meets: an earlier one that had no answer, or whoever has closed the payment
   * @throws while Redis is away
   */
  execute: (reference: string): Promise<Claim | null> => take(reference, 'executing', SETTLES_WITHIN),
  /** It has had no answer. */
  goOn: (reference: string): Promise<unknown> =>
    unlessRedisIsAway(() => commands.bkashExecuting(keyFor(reference), SETTLES_WITHIN)),
  /** It has been answered. */
  release: (reference: string): Promise<unknown> =>
    unlessRedisIsAway(() => commands.bkashExecuting(keyFor(reference), 0)),
  /** It has been refused: another attempt may follow, so this payment must never be executed again. */
  end: (reference: string): Promise<unknown> =>
    unlessRedisIsAway(() => redis.set(keyFor(reference), 'closed', 'EX', LIFE)),
  /** From now on nobody executes it. @returns false while an `execute` had no answer @throws while Redis is away */
  close: async (reference: string): Promise<boolean> => (await take(reference, 'closed', LIFE)) !== 'executing',
  /** Null also while Redis is away, when nothing is executed either. */
  of: (reference: string): Promise<Claim | null> => unlessRedisIsAway(() => read(reference)),
};
