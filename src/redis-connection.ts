import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { config } from '../config/index.js';

/** A connection to one server, or those to the nodes of a cluster: it takes the same commands. */
export type RedisClient = Redis | Cluster;

/** Answers come as they always have. */
type Options = Omit<RedisOptions, 'replyMapping'>;

const { url, ca, sentinels, sentinelPassword, cluster } = config.redis;
const { hostname, port, username, password } = new URL(url);
const tls = url.startsWith('rediss:') ? { ca } : undefined;

/**
 * Who hangs keeps its connections open, so they end when it says nothing for longer than a worker's longest wait for a
 * job, 10 s; then whoever has taken its place is asked for. (ioredis also has a detector of Sentinel's failovers, but it
 * ends for good what is connecting at that moment.)
 */
const SILENCE_MS = 15_000;

/** Sentinels say where the master is, again at every connection. */
const bySentinel: Options = {
  sentinels,
  name: hostname,
  sentinelCommandTimeout: 2000,
  socketTimeout: SILENCE_MS,
  ...(sentinelPassword && { sentinelPassword }),
  ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
};

/** A master that was made a replica refuses every write: whoever connects anew is led to the new one. */
const isDemoted = ({ message }: Error): boolean => message.startsWith('READONLY');

const toMaster = (options: Options): Redis =>
  new Redis(url, {
    ...options,
    ...(tls && { tls }),
    ...(sentinels.length > 0 && bySentinel),
    reconnectOnError: isDemoted,
  });

/** How often a cluster is asked which node has which slot when no answer speaks of a change: from a node that hangs, none does. */
const SLOTS_REFRESH_MS = 5000;

/**
 * A node that is lost is left alone, and its slots are asked for anew. For requests a command that meets it is sent again
 * 100 ms later, 16 times. For workers it fails at once: BullMQ tries again, but resets what has waited for too long.
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
