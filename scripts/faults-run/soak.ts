import { setTimeout as pause } from 'node:timers/promises';
import { liveMemory } from '../bench/live-memory.js';
import type { Play } from './play.js';

interface Sample {
  /** Since the beginning. */
  minutes: number;
  megabytes: number;
}

const EVERY_MS = 10_000;
/** What is loaded and compiled for the first time is no leak. */
const WARM_UP = 0.3;
/** Of resident memory, in megabytes a minute. */
const STEEPEST = 1;
/** The sandbox remembers every charge and order: its memory is to grow with them. */
const REMEMBERS = 'sandbox';

/** How steeply memory rises, in megabytes a minute, by least squares. */
function slopeOf(samples: Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minutes }) => minutes)), mean(samples.map(({ megabytes }) => megabytes))];
  const above = samples.map(({ minutes, megabytes }) => (minutes - x) * (megabytes - y));
  const below = samples.map(({ minutes }) => (minutes - x) ** 2);
  return mean(above) / mean(below);
}

/** "from 100.0 to 101.0 MB, 0.10 MB a minute" */
function courseOf(samples: Sample[]): string {
  const [from = 0, to = 0] = [samples.at(0)?.megabytes, samples.at(-1)?.megabytes];
  return `from ${from.toFixed(1)} to ${to.toFixed(1)} MB, ${slopeOf(samples).toFixed(2)} MB a minute`;
}

/**
 * Lets all be well for so long, and tells how the memory of each process has changed after its warm-up, each time after a
 * full collection.
 * @param folder that the processes were started with, see askable()
 * @throws when the resident memory of one rises by more than a megabyte a minute
 */
export const playSoak =
  (ms: number, folder: string): Play =>
  async ({ tollgate }, log) => {
    const samples = Object.entries(tollgate.pids()).map(([name, pid]) => ({
      name,
      pid,
      rss: [] as Sample[],
      heap: [] as Sample[],
    }));
    const begun = Date.now();
    for (let lasted = 0; lasted < ms; lasted = Date.now() - begun) {
      await pause(Math.min(EVERY_MS, ms - lasted));
      for (const { pid, rss, heap } of samples) {
        const memory = await liveMemory(folder, pid);
        const minutes = (Date.now() - begun) / 60_000;
        rss.push({ minutes, megabytes: memory.rss });
        heap.push({ minutes, megabytes: memory.heap });
      }
    }
    const warm = (all: Sample[]) => all.slice(Math.floor(all.length * WARM_UP));
    for (const { name, rss, heap } of samples)
      log(`${name}: RSS ${courseOf(warm(rss))}; live heap ${courseOf(warm(heap))}`);
    const growing = samples.filter(({ name, rss }) => name !== REMEMBERS && slopeOf(warm(rss)) > STEEPEST);
    if (growing.length > 0) throw new Error(`More memory by the minute: ${growing.map(({ name }) => name).join(', ')}`);
  };
