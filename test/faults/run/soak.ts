import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Play } from './play.js';

interface Sample {
  /** Since the beginning. */
  minutes: number;
  megabytes: number;
}

const EVERY_MS = 5000;
/** What is loaded and compiled for the first time is no leak. */
const WARM_UP = 0.3;

/** Resident memory of a process, as Linux tells it (proc(5)), in megabytes. */
async function residentMegabytes(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** How steeply memory rises, in megabytes a minute, by least squares. */
function slopeOf(samples: Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minutes }) => minutes)), mean(samples.map(({ megabytes }) => megabytes))];
  const above = samples.map(({ minutes, megabytes }) => (minutes - x) * (megabytes - y));
  const below = samples.map(({ minutes }) => (minutes - x) ** 2);
  return mean(above) / mean(below);
}

/** Lets all be well for so long, and tells how the memory of each process has changed after its warm-up. */
export const playSoak =
  (ms: number): Play =>
  async ({ tollgate }, log) => {
    const pids = Object.entries(tollgate.pids());
    const samples = new Map<string, Sample[]>(pids.map(([name]) => [name, []]));
    const begun = Date.now();
    for (let lasted = 0; lasted < ms; lasted = Date.now() - begun) {
      await pause(Math.min(EVERY_MS, ms - lasted));
      const minutes = (Date.now() - begun) / 60_000;
      for (const [name, pid] of pids) samples.get(name)?.push({ minutes, megabytes: await residentMegabytes(pid) });
    }
    for (const [name, all] of samples) {
      const warm = all.slice(Math.floor(all.length * WARM_UP));
      const [from = 0, to = 0] = [warm.at(0)?.megabytes, warm.at(-1)?.megabytes];
      log(`${name}: ${from.toFixed(1)} MB, then ${to.toFixed(1)} MB; slope ${slopeOf(warm).toFixed(2)} MB/min`);
    }
  };
