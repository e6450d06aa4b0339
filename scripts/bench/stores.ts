import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { cpuOfTree } from './process-figures.js';

const SERVERS = { redis: 'redis', mongod: 'mongodb', ferretdb: 'mongodb', postgres: 'mongodb' };

/** What the stores have done so far. */
export interface StoreFigures {
  /** Processor time in ms; empty unless BENCH_STORES names the folder that scripts/stores started them in. */
  cpu: Record<string, number>;
  /** Lua scripts and other commands that Redis has run for anybody. A script's own commands count for neither. */
  scripts: number;
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

/** Reads along at the stores. */
export function openStores(redisUrl: string, folder = process.env.BENCH_STORES): Stores {
  const redis = new Redis(redisUrl);
  return {
    async figures() {
      const stats = await redis.info('commandstats');
      const calls = [...stats.matchAll(/^cmdstat_(?:eval|evalsha|fcall)(?:_ro)?:calls=(\d+)/gm)];
      return {
        cpu: folder ? cpuIn(folder) : {},
        scripts: calls.reduce((sum, [, count]) => sum + Number(count), 0),
      };
    },
    async versions() {
      const info = await redis.info('server');
      return { redis: /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown' };
    },
    close: () => redis.disconnect(),
  };
}
