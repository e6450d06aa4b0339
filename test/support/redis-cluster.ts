import type { Redis } from 'ioredis';
import type { Certificate } from './certificate.js';
import { ChildProcesses } from './child-processes.js';
import { closeAtTheEnd } from './clean-up.js';
import { ACCESS, answers, connectTo, redisBinary, redisFlags } from './redis-servers.js';
import { freePort } from './sandbox.js';
import { until } from './until.js';

/** Three masters with a third of the slots each, as fewer could not agree on who takes the place of a dead one. */
const SLOTS = [
  [0, 5460],
  [5461, 10_922],
  [10_923, 16_383],
] as const;

/** How soon the others take a node for dead. */
const NODE_TIMEOUT_MS = 500;

interface ClusterNode {
  name: string;
  port: number;
  /** Where the nodes talk to each other. */
  busPort: number;
  redis: Redis;
}

export interface RedisCluster {
  /** The settings that lead to it. */
  env: Record<'REDIS_URL' | 'REDIS_CA_FILE' | 'REDIS_CLUSTER', string>;
  /** In the order of their slots. */
  masters: readonly [ClusterNode, ClusterNode, ClusterNode];
  /** Of the first master. */
  replica: ClusterNode;
  /** Sends a signal to a node, and waits for its end when that is what it brings. */
  signal: (name: string, signal: NodeJS.Signals) => Promise<unknown>;
  /** Starts a node that was killed. */
  start: (name: string) => Promise<void>;
}

const clusterFlags = (port: number, busPort: number): string[] => [
  ...['--cluster-enabled yes', `--cluster-config-file ${port}.conf`, `--cluster-port ${busPort}`, '--tls-cluster yes'],
  ...[`--cluster-node-timeout ${NODE_TIMEOUT_MS}`, '--cluster-announce-ip 127.0.0.1'],
];

/** Whether all slots can be asked for, as one node sees it. */
const isWhole = async (redis: Redis): Promise<boolean> =>
  String(await redis.cluster('INFO')).includes('cluster_state:ok');

/** Gives every master its slots, and makes all nodes meet. */
async function join(masters: ClusterNode[], replica: ClusterNode): Promise<void> {
  for (const [index, { redis }] of masters.entries()) {
    await redis.cluster('ADDSLOTSRANGE', ...(SLOTS[index] ?? []));
    await redis.cluster('SET-CONFIG-EPOCH', index + 1); // else they would have to agree on these one after the other
  }
  const [first, ...others] = [...masters, replica];
  for (const { port, busPort } of others) await first?.redis.cluster('MEET', '127.0.0.1', port, busPort);
  await until('all nodes know all slots', async () =>
    (await Promise.all([...masters, replica].map(({ redis }) => isWhole(redis)))).every(Boolean),
  );
}

/** Starts three masters and a replica of the first, which take TLS and credentials only. */
export async function startRedisCluster(certificate: Certificate): Promise<RedisCluster> {
  const binary = await redisBinary();
  const node = async (name: string): Promise<ClusterNode> => {
    const [port, busPort] = [await freePort(), await freePort()];
    return { name, port, busPort, redis: connectTo(port, certificate) };
  };
  const masters = [await node('redis-1'), await node('redis-2'), await node('redis-3')] as const;
  const replica = await node('replica');
  const processes = new ChildProcesses(
    [...masters, replica].map(({ name, port, busPort, redis }) => ({
      name,
      command: [binary, ...redisFlags(port, certificate), ...clusterFlags(port, busPort)].join(' '),
      env: process.env,
      isHealthy: () => answers(redis, async () => true),
    })),
  );
  closeAtTheEnd(() => processes.killAll());
  await Promise.all([...masters, replica].map(({ name }) => processes.start(name)));
  await join([...masters], replica);
  await replica.redis.cluster('REPLICATE', await masters[0].redis.cluster('MYID'));
  await until('the replica has what its master has', async () =>
    (await replica.redis.info('replication')).includes('master_link_status:up'),
  );
  return {
    env: {
      REDIS_URL: `rediss://${ACCESS}@127.0.0.1:${masters[0].port}/0`,
      REDIS_CA_FILE: certificate.certFile,
      REDIS_CLUSTER: `127.0.0.1:${masters[1].port},127.0.0.1:${replica.port}`,
    },
    masters,
    replica,
    signal: (name, signal) => processes.kill(name, signal),
    start: (name) => processes.start(name),
  };
}
