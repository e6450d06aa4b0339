import { Redis } from 'ioredis';

/** Does something over a connection to the tests' Redis, past every proxy. */
export async function withRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: 3 });
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** Every key that begins with a QUEUE_PREFIX. */
export async function keysOf(redis: Redis, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of redis.scanStream({ match: `${prefix}:*`, count: 1000 })) keys.push(...(batch as string[]));
  return [...new Set(keys)];
}

// In one go, as a server does: a job without its place in a queue is nothing that losing all of Redis could leave.
const DELETE_ALL = `
  local keys = redis.call('KEYS', ARGV[1])
  for from = 1, #keys, 1000 do redis.call('DEL', unpack(keys, from, math.min(from + 999, #keys))) end`;

/** What FLUSHALL would do, for one instance alone: others use the same Redis. */
export const deleteKeys = (prefix: string): Promise<void> =>
  withRedis(async (redis) => void (await redis.eval(DELETE_ALL, 0, `${prefix}:*`)));
