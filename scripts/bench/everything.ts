import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANES } from './lanes/lane.js';
import { aboutRun } from './measures/about.js';
import { startBench, type Bench } from './measures/bench.js';
import type { ByLane, Results } from './measures/results.js';
import { saturate } from './measures/saturation.js';
import { rowsOf } from './report/rows.js';
import { tableOf } from './report/table.js';

export interface Size {
  rounds: number;
  /** Payments of a round at saturation. */
  count: number;
}

const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

/** Both lanes in turn, as often as there are rounds, so that whatever else the machine does slows both. */
async function inTurn<T>(
  bench: Bench,
  rounds: number,
  measure: (lane: Bench['lanes'][number]) => Promise<T>,
): Promise<ByLane<T[]>> {
  const results: ByLane<T[]> = { floor: [], Tollgate: [] };
  for (let round = 0; round < rounds; round++)
    for (const lane of bench.lanes) results[lane.name].push(await measure(lane));
  return results;
}

/** Measures everything that the table shows. Needs stores that nobody else uses meanwhile. */
export async function measureAll(bench: Bench, { rounds, count }: Size): Promise<Results> {
  const startedAt = new Date();
  say('warming up');
  await inTurn(bench, 1, (lane) => saturate(bench, lane, count));
  say(`card payments at saturation, ${rounds} rounds of ${LANES.join(' and ')}`);
  const saturation = await inTurn(bench, rounds, (lane) => saturate(bench, lane, count));
  return { about: await aboutRun(bench.stores, startedAt), saturation };
}

/** `npm run bench`: measures, prints the table, and keeps what was measured in a folder. */
export async function benchEverything(size: Size, folder: string): Promise<void> {
  const { MONGODB_URI, REDIS_URL } = process.env;
  if (!MONGODB_URI || !REDIS_URL)
    throw new Error('MONGODB_URI and REDIS_URL must name running stores: start it by npm run bench');
  const bench = await startBench({ MONGODB_URI, REDIS_URL });
  try {
    const results = await measureAll(bench, size);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'results.json');
    writeFileSync(file, JSON.stringify(results, null, 1));
    console.log(`\n${tableOf(rowsOf(results))}\n`);
    say(`all of it is in ${file}`);
  } finally {
    await bench.stop();
  }
}
