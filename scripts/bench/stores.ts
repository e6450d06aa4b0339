import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { cpuOfTree } from './process-figures.js';

const SERVERS = { redis: 'redis', mongod: 'mongodb', ferretdb: 'mongodb', postgres: 'mongodb' };

/** What the stores have done so far. */
export interface StoreFigures {
  /** Processor time in ms; empty unless BENCH_STORES names the folder that scripts/stores started them in. */
  cpu: Record<string, number>;
  /** Lua scripts that each server of Redis has run for anybody. */
  scripts: number[];
}

export interface StoreUris {
  MONGODB_URI: string;
  REDIS_URL: string;
  /** All nodes of it, when it is a cluster. */
  REDIS_CLUSTER?: string;
}

/** Where the stores are that a bench measures with. @throws when the environment does not say */
export function storeUris(): StoreUris {
  const { MONGODB_URI, REDIS_URL } = process.env;
  if (MONGODB_URI && REDIS_URL) return { MONGODB_URI, REDIS_URL };
  throw new Error('MONGODB_URI and REDIS_URL must name running stores: npm run bench starts its own');
}

export interface Stores {
  figures: () => Promise<StoreFigures>;
  versions: () => Promise<Record<string, string>>;
  close: () => void;
}

function pidsIn(folder: string): [string, number][] {
  return Object.entries(SERVERS).flatMap(([server, group]) => {
    const file = join(folder, `${server}.pid`);
    return existsSync(file) ? [[group, Number(readFileSync(file, 'utf8'))] as [string, number]] : [];
  });
}

function cpuIn(folder: string): Record<string, number> {
  const cpu: Record<string, number> = {};
  for (const [group, pid] of pidsIn(folder)) cpu[group] = (cpu[group] ?? 0) + cpuOfTree(pid);
  return cpu;
}

async function scriptsOf(redis: Redis): Promise<number> {
  const stats = await redis.info('commandstats');
  const calls = [...stats.matchAll(/^cmdstat_(?:eval|evalsha|fcall)(?:_ro)?:calls=(\d+)/gm)];
  return calls.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Reads along at the stores. */
export function openStores({ MONGODB_URI, REDIS_URL, REDIS_CLUSTER }: StoreUris): Stores {
  const folder = process.env.BENCH_STORES;
  const redis = new Redis(REDIS_URL);
  const servers = REDIS_CLUSTER ? REDIS_CLUSTER.split(',').map((place) => new Redis(`redis://${place}`)) : [redis];
  return {
    figures: async () => ({
      cpu: folder ? cpuIn(folder) : {},
      scripts: await Promise.all(servers.map(scriptsOf)),
    }),
    async versions() {
      const info = await redis.info('server');
      const client = new MongoClient(MONGODB_URI);
      const about = client.db().command({ buildInfo: 1 });
      const build = (await about.finally(() => client.close())) as { version: string; ferretdb?: { version: string } };
      return {
        Redis: /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown',
        MongoDB: build.version,
        ...(build.ferretdb && { FerretDB: build.ferretdb.version }),
      };
    },
    close: () => [redis, ...servers].forEach((server) => server.disconnect()),
  };
}
