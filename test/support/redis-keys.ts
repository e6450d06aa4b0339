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

/** What FLUSHALL would do, for one instance alone: others use the same Redis. */
export const deleteKeys = (prefix: string): Promise<void> =>
  withRedis(async (redis) => {
    const keys = await keysOf(redis, prefix);
    if (keys.length > 0) await redis.del(keys);
  });
