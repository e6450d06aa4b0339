import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aboutRun } from '../measures/about.js';
import { startBench } from '../measures/bench.js';
import { storeUris } from '../stores.js';
import type { About } from '../measures/results.js';
import { floodIt, type Flood, type FloodOptions } from './measure.js';
import { floodPlot } from './plot.js';
import { floodTable } from './table.js';

/** What `npm run bench -- flood` leaves. */
export interface FloodResults {
  about: About;
  flood: Flood;
}

/** `npm run bench -- flood`: more initiate calls than can be taken, each over a connection of its own. */
export async function benchFlood(options: FloodOptions, folder: string): Promise<void> {
  const startedAt = new Date();
  const bench = await startBench(storeUris());
  const flood = await floodIt(bench, options).finally(() => bench.stop());
  const results: FloodResults = { about: await aboutRun(storeUris(), startedAt), flood };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'flood.json'), JSON.stringify(results));
  const picture = join(folder, 'bench-flood.svg');
  writeFileSync(picture, floodPlot(flood));
  console.log(`\n${floodTable(flood)}\n\n${picture}\n`);
}
