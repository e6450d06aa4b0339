import { LRUCache } from 'lru-cache';
import { config } from '../../config/index.js';
import type { RedisClient } from '../redis/connection.js';
import { redis } from '../redis/client.js';
import { keyOf } from '../redis/keys.js';

/** Holds up to `burst` tokens and gains `perSecond` of them; every request takes one. */
export interface Bucket {
  name: string;
  perSecond: number;
  burst: number;
}

export interface Taken {
  allowed: boolean;
  remaining: number;
  /** Seconds until one token is there. */
  retryAfter: number;
  /** Seconds until the bucket is full again. */
  reset: number;
}

interface Level {
  tokens: number;
  at: number;
}

// By Redis' own clock, so that web processes with different clocks share one bucket.
const TAKE = `
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local level = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(burst, (tonumber(level[1]) or burst) + math.max(0, now - (tonumber(level[2]) or now)) * rate)
local allowed = tokens >= 1
if allowed then tokens = tokens - 1 end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return { allowed and 1 or 0, tostring(tokens) }
`;

type TakeCommand = (key: string, rate: number, burst: number) => Promise<[number, string]>;
redis.defineCommand('takeToken', { numberOfKeys: 1, lua: TAKE });
const takeToken = (redis as RedisClient & { takeToken: TakeCommand }).takeToken.bind(redis); // defined in the line above

const SHARE_WITHOUT_REDIS = 0.5;
const local = new LRUCache<string, Level>({ max: 10_000 });

/** While Redis is away every process keeps buckets of its own: smaller ones, since there may be several processes. */
const smaller = ({ name, perSecond, burst }: Bucket): Bucket => ({
  name,
  perSecond: perSecond * SHARE_WITHOUT_REDIS,
  burst: Math.max(1, burst * SHARE_WITHOUT_REDIS),
});

/** The bucket that was asked, whether it gave a token, and how many are left in it. */
type Asked = [bucket: Bucket, allowed: boolean, tokens: number];

function takeLocally(key: string, shared: Bucket): Asked {
  const bucket = smaller(shared);
  const now = performance.now() / 1000; // like Redis' clock in TAKE it must not take tokens away when it is put back
  const level = local.get(key) ?? { tokens: bucket.burst, at: now };
  const tokens = Math.min(bucket.burst, level.tokens + (now - level.at) * bucket.perSecond);
  const allowed = tokens >= 1;
  const left = allowed ? tokens - 1 : tokens;
  local.set(key, { tokens: left, at: now });
  return [bucket, allowed, left];
}

async function takeAnywhere(key: string, bucket: Bucket): Promise<Asked> {
  if (redis.status !== 'ready') return takeLocally(key, bucket);
  try {
    const [allowed, tokens] = await takeToken(key, bucket.perSecond, bucket.burst);
    return [bucket, allowed === 1, Number(tokens)];
  } catch {
    return takeLocally(key, bucket); // logged by the connection itself
  }
}

/** Takes a token from somebody's bucket. Never unlimited: without Redis the process counts by itself. */
export async function takeFrom(bucket: Bucket, whose: string): Promise<Taken> {
  if (!config.rateLimits) return { allowed: true, remaining: bucket.burst, retryAfter: 0, reset: 0 };
  const key = keyOf(`bucket:${bucket.name}:${whose}`);
  const [{ perSecond, burst }, allowed, tokens] = await takeAnywhere(key, bucket);
  return {
    allowed,
    remaining: Math.max(0, Math.floor(tokens)),
    retryAfter: Math.max(1, Math.ceil((1 - tokens) / perSecond)),
    reset: Math.ceil((burst - tokens) / perSecond),
  };
}
