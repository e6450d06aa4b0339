import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../../config/root.js';
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

function answerIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // not yet
  }
}

/** @throws when the process does not answer within ten seconds */
export async function liveMemory(folder: string, pid: number): Promise<LiveMemory> {
  const file = heapFileOf(folder, pid);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const bytes = answerIn(file);
    if (bytes !== null) return { heap: Number(bytes) / 2 ** 20, rss: usageOf(pid).rss };
    if (Date.now() > end) throw new Error(`Process ${pid} does not say how much memory it needs`);
    await delay(LOOK_MS);
  }
}
