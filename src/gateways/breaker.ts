import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import { redis } from '../redis/client.js';
import { keyOf } from '../redis/keys.js';
import { channelOf, listen } from '../redis/pubsub.js';
import { logger } from '../telemetry/logger.js';
import { milliseconds } from '../time.js';

// The circuit breaker of a gateway account: one whose gateway did not answer several times comes last for a while, and
// then one call tries it. All processes share it through Redis; without Redis each knows what it knew before.

const CHANNEL = 'account-breakers';
/** Until when each account is left alone, as a number of milliseconds since 1970. */
const ALL = keyOf('account-breakers');
const failuresOf = (account: string): string => keyOf(`account-failures:${account}`);

/** What this process has heard. */
const open = new Map<string, number>();
/** Accounts whose gateway has not answered this process since its last answer. */
const failing = new Set<string>();

/** Whether others are to be asked before this account. */
export const isLeftAlone = (account: string, now = Date.now()): boolean => (open.get(account) ?? 0) > now;

export type BreakerState = 'closed' | 'open' | 'half_open';

/** How the breaker of an account stands, as this process has heard. */
export function breakerOf(account: string): BreakerState {
  if (!open.has(account)) return 'closed';
  return isLeftAlone(account) ? 'open' : 'half_open';
}

function hear(account: string, until: number): void {
  if (until > 0) open.set(account, until);
  else open.delete(account);
}

/** Best effort: whoever does not hear of it asks a gateway that is away, once more. */
function tell(account: string, until: number, ...also: Promise<unknown>[]): void {
  hear(account, until);
  const stored = until > 0 ? redis.hset(ALL, account, until) : redis.hdel(ALL, account);
  const said = redis.publish(channelOf(CHANNEL), `${account} ${until}`);
  Promise.all([stored, said, ...also]).catch((error: unknown) =>
    logger.warn('account_breaker.unheard', { account, error }),
  );
}

/** A call begins. The one that comes first after the pause is the trial: all others wait for it. */
export function noteCall(account: string): void {
  if (breakerOf(account) === 'half_open') tell(account, Date.now() + milliseconds(config.gatewayBreaker.pause));
}

/** The gateway has answered with this account, whatever it said. */
export function noteAnswer(account: string): void {
  const forget = () => (failing.delete(account) ? redis.del(failuresOf(account)) : Promise.resolve(0));
  if (open.has(account)) {
    tell(account, 0, forget());
    logger.info('account.answers_again', { account });
  } else if (failing.has(account)) forget().catch((error: unknown) => logger.debug('redis.failed', { error }));
}

/** How often the gateway has not answered lately, in all processes. */
async function countFailure(account: string, now: number): Promise<number> {
  const key = failuresOf(account);
  const window = milliseconds(config.gatewayBreaker.window);
  const answers = await redis
    .multi()
    .zadd(key, now, randomUUID())
    .zremrangebyscore(key, '-inf', now - window)
    .zcard(key)
    .pexpire(key, window)
    .exec();
  return Number(answers?.[2]?.[1] ?? 0);
}

/** The gateway did not answer. Opens the breaker when that was once too often, or the call was the trial. */
export async function noteNoAnswer(account: string): Promise<void> {
  const { failures, pause } = config.gatewayBreaker;
  failing.add(account);
  const now = Date.now();
  try {
    const wasOpen = open.has(account);
    if (!wasOpen && (await countFailure(account, now)) < failures) return;
    if (!open.has(account)) logger.warn('account.unresponsive', { account, failures, pause });
    tell(account, now + milliseconds(pause));
  } catch (error) {
    logger.warn('account_breaker.uncounted', { account, error });
  }
}

/** Reads how all breakers stand: at the start, after Redis was away, and for a command. */
export async function readBreakers(): Promise<void> {
  try {
    for (const [account, until] of Object.entries(await redis.hgetall(ALL))) hear(account, Number(until));
  } catch (error) {
    logger.warn('account_breaker.unread', { error });
  }
}

/** Hears of all breakers from now on. @returns what ends it */
export const startBreakers = (): (() => void) =>
  listen(
    CHANNEL,
    (message) => {
      const [account = '', until] = message.split(' ');
      hear(account, Number(until));
    },
    () => void readBreakers(),
  );
