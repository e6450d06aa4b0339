import { Redis } from 'ioredis';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../development/free-port.js';
import { until } from '../until.js';
import { endWithBench } from './end-with-bench.js';

/** A server of a cluster, and where it talks to the others. */
export interface ClusterNode {
  redis: Redis;
  port: number;
  busPort: number;
}

const SLOTS = 16_384;
const LOOK_MS = 20;
const PATIENCE_MS = 20_000;

export const clusterFlags = ({ port, busPort }: Omit<ClusterNode, 'redis'>): string[] => [
  ...['--cluster-enabled', 'yes', '--cluster-config-file', `${port}.conf`, '--cluster-port', String(busPort)],
  ...['--cluster-announce-ip', '127.0.0.1'],
];

/** Whether every slot can be asked for, as one node sees it. */
const isWhole = async ({ redis }: ClusterNode): Promise<boolean> =>
  String(await redis.cluster('INFO')).includes('cluster_state:ok');

/** Makes a cluster of empty servers: masters with as many slots each, and others that have none. */
export async function formCluster(masters: ClusterNode[], others: ClusterNode[] = []): Promise<void> {
  const all = [...masters, ...others];
  const from = (index: number) => Math.floor((index * SLOTS) / masters.length);
  for (const [index, { redis }] of masters.entries()) {
    await redis.cluster('ADDSLOTSRANGE', from(index), from(index + 1) - 1);
    await redis.cluster('SET-CONFIG-EPOCH', index + 1); // else they would have to agree on these one after the other
  }
  for (const { port, busPort } of all.slice(1)) await all[0]?.redis.cluster('MEET', '127.0.0.1', port, busPort);
  const areWhole = async () => (await Promise.all(all.map(isWhole))).every(Boolean);
  await until('the nodes of Redis have found each other', areWhole, PATIENCE_MS, LOOK_MS);
}

export interface RedisCluster {
  /** The settings that lead to it. */
  env: { REDIS_URL: string; REDIS_CLUSTER: string };
  stop: () => void;
}

/**
 * Starts a cluster of so many masters, as durable as scripts/stores has Redis.
 * @param url of a running Redis, whose binary is taken
 */
export async function startRedisCluster(count: number, url: string): Promise<RedisCluster> {
  const known = new Redis(url);
  const binary = /^executable:(\S+)/m.exec(await known.info('server'))?.[1] ?? 'redis-server';
  known.disconnect();
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-cluster-'));
  const ports = [];
  while (ports.length < count) ports.push({ port: await freePort(), busPort: await freePort() });
  const children = ports.map((each) =>
    spawn(
      binary,
      [
        ...['--bind', '127.0.0.1', '--port', String(each.port), '--dir', folder, '--save', ''],
        ...['--appendonly', 'yes', '--appenddirname', String(each.port), '--maxmemory-policy', 'noeviction'],
        ...clusterFlags(each),
      ],
      { stdio: 'ignore' },
    ),
  );
  const stop = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  for (const child of children) endWithBench(child);
  const nodes = ports.map((each) => ({ ...each, redis: new Redis(each.port, { maxRetriesPerRequest: null }) }));
  for (const { redis } of nodes) redis.on('error', () => undefined); // they are not there at first
  try {
    await formCluster(nodes);
  } catch (error) {
    stop();
    throw error;
  } finally {
    for (const { redis } of nodes) redis.disconnect();
  }
  return {
    env: {
      REDIS_URL: `redis://127.0.0.1:${ports[0]?.port}`,
      REDIS_CLUSTER: ports.map(({ port }) => `127.0.0.1:${port}`).join(','),
    },
    stop,
  };
}
