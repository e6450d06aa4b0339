import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { config } from '../../config/index.js';

/** A connection to one server, or to all nodes of a cluster. Both take the same commands. */
export type RedisClient = Redis | Cluster;

/** Without the option that would change the form of answers, and so the types of every command. */
type Options = Omit<RedisOptions, 'replyMapping'>;

const { url, ca, sentinels, sentinelPassword, cluster } = config.redis;
const { hostname, port, username, password } = new URL(url);
const tls = url.startsWith('rediss:') ? { ca } : undefined;

/**
 * A server that hangs keeps its connections open, and a firewall that forgets one tells nobody. So a connection ends when
 * a command waits in silence for longer than a worker's longest wait for a job, which is 10 s. The next one leads to the
 * server that has taken over. (ioredis can also detect failovers of Sentinel, but that ends for good a connection that is
 * being made at that moment.)
 */
const SILENCE_MS = 15_000;

/** Asks the Sentinels where the master is, anew for every connection. */
const bySentinel: Options = {
  sentinels,
  name: hostname,
  sentinelCommandTimeout: 2000,
  ...(sentinelPassword && { sentinelPassword }),
  ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
};

/** A master that has become a replica refuses every write. Connecting anew leads to the new master. */
const isDemoted = ({ message }: Error): boolean => message.startsWith('READONLY');

const toMaster = (options: Options): Redis =>
  new Redis(url, {
    ...options,
    socketTimeout: SILENCE_MS,
    ...(tls && { tls }),
    ...(sentinels.length > 0 && bySentinel),
    reconnectOnError: isDemoted,
  });

/**
 * How often a cluster is asked which node has which slot: a node that hangs does not say that it has lost its slots.
 */
const SLOTS_REFRESH_MS = 5000;

/**
 * A lost node is left alone, and the cluster is asked who has its slots. A request's command to it is sent again every
 * 100 ms, 16 times. A worker's command fails at once: BullMQ repeats it, but resets what has waited for too long.
 */
const toCluster = ({ enableOfflineQueue = true, ...options }: Options): Cluster =>
  new Cluster([{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) }, ...cluster], {
    enableOfflineQueue,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    retryDelayOnClusterDown: 0,
    retryDelayOnFailover: enableOfflineQueue ? 0 : 100,
    dnsLookup: (host, callback) => callback(null, host), // certificates name the host, not its address
    redisOptions: {
      ...options,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(tls && { tls }),
      socketTimeout: SILENCE_MS,
    },
  });

/** Connects as the settings say: to one server, to the master that Sentinels name, or to a cluster. */
export const connectTo: (options: Options) => RedisClient = cluster.length > 0 ? toCluster : toMaster;
