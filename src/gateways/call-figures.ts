import { redis } from '../redis/client.js';
import { keyOf } from '../redis/keys.js';
import { logger } from '../telemetry/logger.js';
import { minuteOf } from '../time.js';

// How the calls of the last 15 minutes went, by account. Every process counts for itself and adds it to a hash of the
// minute in Redis every few seconds, so that a payment costs nothing more.

const MINUTES = 15;
const FLUSH_MS = 5000;
const KEPT_SECONDS = (MINUTES + 2) * 60;
/** Upper ends in milliseconds. What took longer counts as the last. */
const BUCKETS = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];

const keyOfMinute = (minute: number): string => keyOf(`account-calls:${minute}`);

/** What is not in Redis yet: by minute, then by `account|what`. */
const counted = new Map<number, Map<string, number>>();

function add(minute: number, field: string): void {
  const fields = counted.get(minute) ?? new Map<string, number>();
  counted.set(minute, fields.set(field, (fields.get(field) ?? 0) + 1));
}

/** What came of a call. A decline is an answer; `refused`: the credentials were. */
export type CallResult = 'answered' | 'declined' | 'no_answer' | 'refused';

/** Counts one call of an account. */
export function countCall(account: string, result: CallResult, seconds: number, now = Date.now()): void {
  const minute = minuteOf(now);
  add(minute, `${account}|calls`);
  if (result !== 'answered') add(minute, `${account}|${result}`);
  const bucket = BUCKETS.find((end) => seconds * 1000 <= end) ?? BUCKETS.at(-1);
  if (result === 'answered' || result === 'declined') add(minute, `${account}|${bucket}`);
}

/** Adds what was counted to Redis. What cannot be added is lost: these figures are for people who look. */
async function flushCalls(): Promise<void> {
  const minutes = [...counted];
  counted.clear();
  for (const [minute, fields] of minutes) {
    const key = keyOfMinute(minute);
    const commands = redis.pipeline();
    for (const [field, count] of fields) commands.hincrby(key, field, count);
    try {
      await commands.expire(key, KEPT_SECONDS).exec();
    } catch (error) {
      logger.warn('account_calls.lost', { error });
    }
  }
}

/** How an account's calls of the last 15 minutes went. */
export interface CallFigures {
  calls: number;
  no_answers: number;
  /** How often the gateway refused the account's credentials. */
  refusals: number;
  declines: number;
  /** Of the calls that were answered; the upper end of a bucket. Null when there were none. */
  p95_ms: number | null;
}

function figuresOf(account: string, sums: Map<string, number>): CallFigures {
  const of = (what: string | number): number => sums.get(`${account}|${what}`) ?? 0;
  const answered = BUCKETS.reduce((sum, end) => sum + of(end), 0);
  let seen = 0;
  const p95 = BUCKETS.find((end) => (seen += of(end)) >= 0.95 * answered);
  return {
    calls: of('calls'),
    no_answers: of('no_answer'),
    refusals: of('refused'),
    declines: of('declined'),
    p95_ms: answered > 0 ? (p95 ?? null) : null,
  };
}

/** The figures of the last 15 minutes. @returns what gives them for an account */
export async function readCallFigures(now = Date.now()): Promise<(account: string) => CallFigures> {
  await flushCalls();
  const latest = minuteOf(now);
  const hashes = await Promise.all(
    Array.from({ length: MINUTES }, (_, back) => redis.hgetall(keyOfMinute(latest - back))),
  );
  const sums = new Map<string, number>();
  for (const [field, count] of hashes.flatMap((hash) => Object.entries(hash)))
    sums.set(field, (sums.get(field) ?? 0) + Number(count));
  return (account) => figuresOf(account, sums);
}

/** Adds what this process counts to Redis from now on. @returns what ends it */
export function startCallFigures(): () => void {
  const timer = setInterval(() => void flushCalls(), FLUSH_MS);
  return () => clearInterval(timer);
}
