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

/**
 * Remembers everything under a QUEUE_PREFIX, as a server's snapshot does.
 * @returns what puts it back, and nothing else with it, as a server that starts with that snapshot
 */
export const keepKeys = (prefix: string): Promise<() => Promise<void>> =>
  withRedis(async (redis) => {
    const kept = await Promise.all(
      (await keysOf(redis, prefix)).map(async (key) => {
        const [value, lifetime] = await Promise.all([redis.dumpBuffer(key), redis.pttl(key)]);
        return { key, value, lifetime: Math.max(0, lifetime) };
      }),
    );
    return () =>
      withRedis(async (later) => {
        await later.eval(DELETE_ALL, 0, `${prefix}:*`);
        for (const { key, value, lifetime } of kept) if (value) await later.restore(key, lifetime, value, 'REPLACE');
      });
  });

/**
 * Leaves no room for anything new in the tests' Redis, whoever uses it.
 * @returns what makes room again
 */
export const fillRedis = (): Promise<() => Promise<unknown>> =>
  withRedis(async (redis) => {
    const [, before = '0'] = await redis.config('GET', 'maxmemory'); // its name and its value
    await redis.config('SET', 'maxmemory', '1');
    return () => withRedis((later) => later.config('SET', 'maxmemory', before));
  });
