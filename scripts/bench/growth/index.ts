import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forkScript } from '../asked-process.js';
import { percentile } from '../figures.js';
import { startTollgate } from '../lanes/tollgate.js';
import { storeUris } from '../stores.js';
import { CALLS, keyOf, type Grown } from './calls.js';
import type { AboutDatabase, Sample } from './database.js';
import { growthTable, type Growth } from './table.js';

export interface GrowthOptions {
  sizes: number[];
  rounds: number;
  /** Calls of each kind in a round. */
  count: number;
}

const SAMPLES = 200;
const MERCHANTS = 10;
const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

async function grow(size: number, stops: (() => Promise<void>)[]): Promise<Grown> {
  say(`a database of ${size.toLocaleString('en')} payments`);
  const receiver = await forkScript('load/receiver.js');
  stops.push(() => receiver.stop());
  const ports = await receiver.ask<number[]>({ hosts: MERCHANTS });
  const tollgate = await startTollgate(
    ports.map((port) => `http://127.0.0.1:${port}/ipn`),
    storeUris(),
  );
  stops.push(() => tollgate.stop());
  const database = await forkScript('growth/database.js', tollgate.env);
  stops.push(() => database.stop());
  const load = await forkScript('load/generator.js');
  stops.push(() => load.stop());
  const startedAt = performance.now();
  await database.ask({ fill: size });
  say(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const token = await database.ask<string>({ operator: true });
  const samples = await database.ask<Sample[]>({ sample: SAMPLES, of: size, key: keyOf(tollgate) });
  return { tollgate, database, load, token, samples };
}

async function measure(grown: Grown[], { rounds, count }: GrowthOptions): Promise<Growth['calls']> {
  const calls: Growth['calls'] = Object.fromEntries(Object.keys(CALLS).map((name) => [name, grown.map(() => [])]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, call] of Object.entries(CALLS))
      for (const [place, each] of grown.entries()) {
        const times = await call(each, count);
        if (round > 0) calls[name]?.[place]?.push(percentile(times, 0.5)); // the first one warms
      }
  return calls;
}

async function aboutAll(grown: Grown[]): Promise<AboutDatabase[]> {
  const all = [];
  for (const { database } of grown) all.push(await database.ask<AboutDatabase>({ about: true }));
  return all;
}

function unusedIndexes(before: AboutDatabase[], after: AboutDatabase[]): string[] {
  const names = Object.keys(after[0]?.indexes ?? {});
  return names.filter((name) => after.every(({ indexes }, place) => indexes[name] === before[place]?.indexes[name]));
}

/** Databases of several sizes beside each other, asked in turn, so that whatever else the machine does slows all. */
export async function benchGrowth(options: GrowthOptions, folder: string): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const grown: Grown[] = [];
    for (const size of options.sizes) grown.push(await grow(size, stops));
    say('the same calls to each in turn');
    const before = await aboutAll(grown);
    const calls = await measure(grown, options);
    const about = await aboutAll(grown);
    const growth: Growth = { sizes: options.sizes, calls, about, unused: unusedIndexes(before, about) };
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'growth.json');
    writeFileSync(file, JSON.stringify(growth));
    console.log(`\n${growthTable(growth)}\n`);
    say(`all of it is in ${file}`);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
