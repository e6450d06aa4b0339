import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { until } from '../until.js';
import { usageOf } from './process-figures.js';

/**
 * What a process needs, in MB. V8 lets what nobody refers to lie for as long as it finds room cheap, so that the resident
 * memory of a process that has worked goes up and down by half: both are taken just after a full collection.
 */
export interface LiveMemory {
  /** What something still refers to. */
  heap: number;
  /** Resident. */
  rss: number;
}

const LOOK_MS = 20;
const PATIENCE_MS = 10_000;

/** What a process must be started with, so that liveMemory() can ask it. */
export const askable = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(ROOT, 'dist/scripts/bench/collect-on-signal.js')}`,
  BENCH_HEAPS: folder,
});

export const heapFileOf = (folder: string, pid: number): string => join(folder, `heap-${pid}`);

/** @throws when the process does not answer within ten seconds */
export async function liveMemory(folder: string, pid: number): Promise<LiveMemory> {
  const file = heapFileOf(folder, pid);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  await until(`process ${pid} has said how much memory it needs`, () => existsSync(file), PATIENCE_MS, LOOK_MS);
  return { heap: Number(readFileSync(file, 'utf8')) / 2 ** 20, rss: usageOf(pid).rss };
}
