import { clusterFlags, formCluster, type ClusterNode } from '../../scripts/bench/redis-cluster.js';
import type { Certificate } from './certificate.js';
import { ChildProcesses } from './child-processes.js';
import { closeAtTheEnd } from './clean-up.js';
import { ACCESS, answers, connectTo, redisBinary, redisFlags } from './redis-servers.js';
import { freePort } from '../../scripts/development/free-port.js';
import { until } from '../../scripts/until.js';

/** Milliseconds after which the others take a node for dead: soon, and yet no node of a busy machine. */
const CLUSTER_FLAGS = ['--tls-cluster yes', '--cluster-node-timeout 2000'];

interface NamedNode extends ClusterNode {
  name: string;
}

export interface RedisCluster {
  /** The settings that lead to it. */
  env: Record<'REDIS_URL' | 'REDIS_CA_FILE' | 'REDIS_CLUSTER', string>;
  /** In the order of their slots. */
  masters: readonly [NamedNode, NamedNode, NamedNode];
  /** Of the first master. */
  replica: NamedNode;
  /** Sends a signal to a node, and waits for its end when that is what it brings. */
  signal: (name: string, signal: NodeJS.Signals) => Promise<unknown>;
  /** Starts a node that was killed. */
  start: (name: string) => Promise<void>;
}

/**
 * Starts three masters, as fewer could not agree on who takes the place of a dead one, and a replica of the first, which take
 * TLS and credentials only.
 */
export async function startRedisCluster(certificate: Certificate): Promise<RedisCluster> {
  const binary = await redisBinary();
  const node = async (name: string): Promise<NamedNode> => {
    const [port, busPort] = [await freePort(), await freePort()];
    return { name, port, busPort, redis: connectTo(port, certificate) };
  };
  const masters = [await node('redis-1'), await node('redis-2'), await node('redis-3')] as const;
  const replica = await node('replica');
  const processes = new ChildProcesses(
    [...masters, replica].map(({ name, port, busPort, redis }) => ({
      name,
      command: [binary, ...redisFlags(port, certificate), ...clusterFlags({ port, busPort }), ...CLUSTER_FLAGS].join(
        ' ',
      ),
      env: process.env,
      isHealthy: () => answers(redis, async () => true),
    })),
  );
  closeAtTheEnd(() => processes.killAll());
  await Promise.all([...masters, replica].map(({ name }) => processes.start(name)));
  await formCluster([...masters], [replica]);
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
