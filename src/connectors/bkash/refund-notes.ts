import { redis } from '../../redis/client.js';
import type { RedisClient } from '../../redis/connection.js';
import { keyOf } from '../../redis/keys.js';
import { ConnectorError } from '../connector.js';

/**
 * bKash has no key for a refund, and its list of a payment's refunds has no name of ours. So what was asked for stands in
 * Redis, in one hash for each payment, by our key: that nothing was yet, since when, and which refunds there were before, or
 * what bKash said.
 */
export type Note =
  | { is: 'unasked' }
  | { is: 'asked'; at: number; before: string[] }
  | { is: 'refunded'; id: string }
  | { is: 'refused'; code: string };

const KEPT_MS = 90 * 86_400_000;

// One refund of a payment at a time: what is new in the list is then known to be this one.
const ASK = `
for _, note in ipairs(redis.call('HVALS', KEYS[1])) do
  if cjson.decode(note).is == 'asked' then return 0 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`;
redis.defineCommand('bkashRefund', { numberOfKeys: 1, lua: ASK });
const commands = redis as RedisClient & {
  bkashRefund: (key: string, field: string, note: string, kept: number) => Promise<number>; // of the line above
};

async function onRedis<T>(command: () => Promise<T>): Promise<T> {
  try {
    return await command();
  } catch (error) {
    throw new ConnectorError('Nothing is known of refunds at bKash while Redis is away', { cause: error });
  }
}

/** Notes of the refunds of one payment. Every call throws ConnectorError while Redis is away. */
export function refundNotes(paymentID: string) {
  const hash = keyOf(`bkash-refunds:${paymentID}`);
  return {
    async of(key: string): Promise<Note | undefined> {
      const note = await onRedis(() => redis.hget(hash, key));
      return note === null ? undefined : (JSON.parse(note) as Note); // nobody else writes it
    },
    /** The refunds in bKash's list that are known to be some key's. */
    async known(): Promise<string[]> {
      const notes = (await onRedis(() => redis.hvals(hash))).map((note) => JSON.parse(note) as Note); // as above
      return notes.flatMap((note) => (note.is === 'refunded' ? note.id : []));
    },
    /** Before bKash is asked. @returns false while it is not known what became of another one, or of this */
    async ask(key: string, before: string[]): Promise<boolean> {
      const note: Note = { is: 'asked', at: Date.now(), before };
      return (await onRedis(() => commands.bkashRefund(hash, key, JSON.stringify(note), KEPT_MS))) === 1;
    },
    /** Before anything else: what has no note afterwards was lost by Redis. */
    async begin(key: string): Promise<void> {
      const note: Note = { is: 'unasked' };
      const begun = redis.multi().hsetnx(hash, key, JSON.stringify(note)).pexpire(hash, KEPT_MS);
      await onRedis(() => begun.exec());
    },
    keep: (key: string, note: Note): Promise<unknown> => onRedis(() => redis.hset(hash, key, JSON.stringify(note))),
  };
}
