import { Cluster } from 'ioredis';
import { once } from 'node:events';
import { config, ConfigError } from '../../config/index.js';
import { ServiceUnavailable } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import { milliseconds } from '../time.js';
import { connectTo, type RedisClient } from './connection.js';

const answerWait = milliseconds(config.redis.timeout);
const connectWait = 2 * answerWait;
const QUIET = 10_000; // one line per outage and ten seconds, not one per reconnect

function logErrors(client: RedisClient, name: string): RedisClient {
  let loggedAt = 0;
  const log = (error: Error, node?: string): void => {
    if (Date.now() - loggedAt < QUIET) return;
    loggedAt = Date.now();
    logger.warn('redis.failed', { client: name, node, error });
  };
  client.on('error', (error: Error) => log(error));
  client.on('node error', log); // of one node of a cluster
  return client;
}

/**
 * For requests: answers or fails within REDIS_TIMEOUT, dead or frozen. A timed-out command may have landed all the same,
 * so whatever is sent through it must bear being sent twice.
 */
export const redis = logErrors(
  connectTo({
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: answerWait,
    connectTimeout: connectWait,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  }),
  'requests',
);

/** For workers, which wait for Redis as long as it takes. */
export const workerRedis = (name: string): RedisClient => logErrors(connectTo({ maxRetriesPerRequest: null }), name);

const badRedis = (what: string): ConfigError => new ConfigError(`the Redis of "REDIS_URL" must have ${what}`);

/** With an eviction policy, Redis would drop jobs and sealed cards silently when its memory is full. */
async function requireNoEviction(): Promise<void> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const answers = await Promise.allSettled(servers.map((server) => server.info('memory')));
  for (const answer of answers) {
    const policy = answer.status === 'fulfilled' && /^maxmemory_policy:(\S+)/m.exec(answer.value)?.[1];
    if (policy && policy !== 'noeviction') throw badRedis(`maxmemory-policy noeviction, not ${policy}`);
  }
}

/** When its database does not exist, a connection stays in database 0, among somebody else's keys. */
async function requireDatabase(): Promise<void> {
  if (redis instanceof Cluster) return; // it has but one
  const { db = 0 } = redis.options;
  await redis.select(db).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('DB index is out of range'))
      throw badRedis(`a database ${db}`);
  });
}

/**
 * Refuses a Redis that could lose what is kept in it. One that is away at the moment is checked at the next start.
 * @throws {ConfigError} when it may evict keys, or has no database of the number asked for
 */
export async function requireFitRedis(): Promise<void> {
  if (redis.status !== 'ready')
    await once(redis, 'ready', { signal: AbortSignal.timeout(connectWait) }).catch(() => undefined);
  if (redis.status !== 'ready') return;
  await requireNoEviction();
  await requireDatabase();
}

const AWAY =
  /^(Command timed out|Connection is closed|CLUSTERDOWN|Too many Cluster redirections|Cluster (isn't ready|is ended)|None of startup nodes)/;

/** Whether an error means that Redis, or the node that was asked, cannot be reached or does not answer. */
export const isRedisAway = (error: unknown): boolean => error instanceof Error && AWAY.test(error.message);

/** The connection for requests. @throws {ServiceUnavailable} while Redis is away */
export function requireRedis(): RedisClient {
  if (redis.status !== 'ready') throw new ServiceUnavailable();
  return redis;
}

/** Runs commands for a request; a Redis that is away or too slow becomes a 503. */
export async function onRedis<T>(command: (client: RedisClient) => Promise<T>): Promise<T> {
  const client = requireRedis();
  try {
    return await command(client);
  } catch (error) {
    throw new ServiceUnavailable(error);
  }
}

/** Does something that is not needed now, or can be done later. @returns null while Redis is away */
export async function unlessRedisIsAway<T>(look: () => Promise<T>): Promise<T | null> {
  if (redis.status !== 'ready') return null;
  try {
    return await look();
  } catch (error) {
    if (redis.status !== 'ready' || isRedisAway(error)) return null; // it went away while it was asked
    throw error;
  }
}
