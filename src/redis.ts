import { Redis, type RedisOptions } from 'ioredis';
import { once } from 'node:events';
import { config, ConfigError } from '../config/index.js';
import { ServiceUnavailable } from './errors.js';
import { logger } from './logger.js';

const QUIET = 10_000; // one line per outage and ten seconds, not one per reconnect

function logErrors(client: Redis, name: string): Redis {
  let loggedAt = 0;
  client.on('error', (error: Error) => {
    if (Date.now() - loggedAt < QUIET) return;
    loggedAt = Date.now();
    logger.warn('redis.failed', { client: name, error });
  });
  return client;
}

/** Answers come as they always have. */
type Options = Omit<RedisOptions, 'replyMapping'>;

const { url, ca, sentinels, sentinelPassword } = config.redis;
const tls = url.startsWith('rediss:') ? { ca } : undefined;

/**
 * Sentinels say where the master is, again at every connection. A master that hangs keeps its connections open, so they
 * end when it says nothing for longer than a worker's longest wait for a job, 10 s. (ioredis also has a detector of
 * failovers, but it ends for good what is connecting at that moment.)
 */
const bySentinel: Options = {
  sentinels,
  name: new URL(url).hostname,
  sentinelCommandTimeout: 2000,
  socketTimeout: 15_000,
  ...(sentinelPassword && { sentinelPassword }),
  ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
};

/** A master that was made a replica refuses every write: whoever connects anew is led to the new one. */
const isDemoted = ({ message }: Error): boolean => message.startsWith('READONLY');

const connectTo = (options: Options): Redis =>
  new Redis(url, {
    ...options,
    ...(tls && { tls }),
    ...(sentinels.length > 0 && bySentinel),
    reconnectOnError: isDemoted,
  });

/**
 * For requests: answers or fails within a second, dead or frozen. A timed-out command may have landed all the same,
 * so whatever is sent through it must bear being sent twice.
 */
export const redis = logErrors(
  connectTo({
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1000,
    connectTimeout: 2000,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  }),
  'requests',
);

/** For workers, which wait for Redis as long as it takes. */
export const workerRedis = (name: string): Redis => logErrors(connectTo({ maxRetriesPerRequest: null }), name);

/**
 * Refuses a Redis that throws keys away when its memory is full: jobs and sealed cards would be gone without a word.
 * One that is away at the moment is checked at the next start.
 * @throws {ConfigError}
 */
export async function requireNoEviction(): Promise<void> {
  if (redis.status !== 'ready')
    await once(redis, 'ready', { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  if (redis.status !== 'ready') return;
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy && policy !== 'noeviction')
    throw new ConfigError(
      `Bad configuration:\n  - the Redis of "REDIS_URL" must have maxmemory-policy noeviction, not ${policy}`,
    );
}

/** @throws {ServiceUnavailable} when Redis cannot be asked right now */
export function requireRedis(): Redis {
  if (redis.status !== 'ready') throw new ServiceUnavailable();
  return redis;
}

/** Runs commands for a request; a Redis that is away or too slow becomes a 503. */
export async function onRedis<T>(command: (client: Redis) => Promise<T>): Promise<T> {
  const client = requireRedis();
  try {
    return await command(client);
  } catch (error) {
    throw new ServiceUnavailable(error);
  }
}
