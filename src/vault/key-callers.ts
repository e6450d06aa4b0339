import { config } from '../../config/index.js';
import { currentAttempt } from '../payments/attempts.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { redis } from '../redis/client.js';
import type { RedisClient } from '../redis/connection.js';
import { keyOf } from '../redis/keys.js';

// A job may run twice at once: its worker was only held up, and another one took it over. That a call of one of them took
// nothing says nothing about the other's with the same key. So whoever sends a card says so first, and whoever goes on to
// another account, since nothing was taken, leaves the key: after that nobody sends it. The mark lies beside the sealed
// card, and is lost with it.

const COME = `
local known = redis.call('GET', KEYS[1])
if known == 'left' then return known end
local callers = known and 'several' or 'one'
redis.call('SET', KEYS[1], callers, 'EX', ARGV[1])
return callers
`;

const LEAVE = `
if redis.call('GET', KEYS[1]) ~= 'one' then return 0 end
redis.call('SET', KEYS[1], 'left', 'EX', ARGV[1])
return 1
`;

type Callers = 'one' | 'several' | 'left';

redis.defineCommand('keyCome', { numberOfKeys: 1, lua: COME });
redis.defineCommand('keyLeave', { numberOfKeys: 1, lua: LEAVE });
const commands = redis as RedisClient & {
  keyCome: (mark: string, ttl: number) => Promise<Callers>;
  keyLeave: (mark: string, ttl: number) => Promise<0 | 1>;
}; // the lines above

const markOf = (payment: PaymentRecord): string => keyOf(`callers:${currentAttempt(payment).key}`);

/**
 * Says that somebody is about to send a card with the current attempt's key.
 * @returns whether anybody has before; `left`: nobody may any more
 */
export const comeToKey = (payment: PaymentRecord): Promise<Callers> =>
  commands.keyCome(markOf(payment), config.card.sealTtl);

/** Leaves the key. @returns false when somebody else has come to it, who may have sent the card */
export const leaveKey = async (payment: PaymentRecord): Promise<boolean> =>
  (await commands.keyLeave(markOf(payment), config.card.sealTtl)) === 1;
