import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBench } from '../measures/bench.js';
import { storeUris } from '../stores.js';
import { floodIt, type FloodOptions } from './measure.js';
import { floodTable } from './table.js';

/** `npm run bench -- flood`: more initiate calls than can be taken, each over a connection of its own. */
export async function benchFlood(options: FloodOptions, folder: string): Promise<void> {
  const bench = await startBench(storeUris());
  const flood = await floodIt(bench, options).finally(() => bench.stop());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'flood.json'), JSON.stringify(flood));
  console.log(`\n${floodTable(flood)}\n`);
}
