import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANES, type ByLane, type Lane } from './lanes/lane.js';
import { percentile } from './figures.js';
import { liveMemory, type LiveMemory } from './live-memory.js';
import { aboutRun } from './measures/about.js';
import { startBench, type Bench } from './measures/bench.js';
import { countOperations } from './measures/counted.js';
import { benchDeliveries } from './measures/deliveries.js';
import { climb, kneeOf } from './measures/knee.js';
import { pace } from './measures/paced.js';
import { benchQueueLayer } from './measures/queue-layer.js';
import { recover } from './measures/recovery.js';
import { initiate, pollStatus } from './measures/requests.js';
import type { Paced, Results } from './measures/results.js';
import { saturate } from './measures/saturation.js';
import { storeUris, type StoreUris } from './stores.js';
import { rowsOf } from './report/rows.js';
import { tableOf } from './report/table.js';

/** How much is measured. */
export interface Size {
  rounds: number;
  /** Payments of a round at saturation; other rounds follow from it. */
  count: number;
  /** Of a round at a fixed pace. */
  seconds: number;
  /** Leaves out what takes long however little is measured: recovery and counting. */
  brief?: boolean;
}

type Everything = Omit<Results, 'about' | 'counts'>;

const SHARES_OF_KNEE = [0.5, 0.8, 0.95];
/** A card that waits when its worker dies is answered within the 20 s that Tollgate takes a job over in. */
const RECOVERED = ['payments', 'ipn'];
const RECOVERY_RATE = 20;

const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

/** Both lanes in turn, as often as there are rounds, so that whatever else the machine does slows both. */
async function inTurn<T>({ lanes }: Bench, rounds: number, measure: (lane: Lane) => Promise<T>): Promise<ByLane<T[]>> {
  const results: ByLane<T[]> = { floor: [], Tollgate: [] };
  for (let round = 0; round < rounds; round++) for (const name of LANES) results[name].push(await measure(lanes[name]));
  return results;
}

async function memoryOf({ tollgate }: Bench): Promise<Record<string, LiveMemory>> {
  const memory: Record<string, LiveMemory> = {};
  for (const [line, pids] of Object.entries(tollgate.pids()))
    for (const pid of pids) memory[line] = await liveMemory(tollgate.env.LOCAL_DIR ?? '', pid); // one of each line
  return memory;
}

/** Each pace in turn in each round, so that a quarter of an hour's changes strike all of them alike. */
async function paceBySharesOfKnee(bench: Bench, knee: number, { rounds, seconds }: Size): Promise<Paced[]> {
  const paced: Paced[] = SHARES_OF_KNEE.map((share) => ({
    share,
    perSecond: knee * share,
    rounds: { floor: [], Tollgate: [] },
  }));
  for (let round = 0; round < rounds; round++)
    for (const { perSecond, rounds: done } of paced)
      for (const name of LANES) done[name].push(await pace(bench, bench.lanes[name], perSecond, seconds));
  return paced;
}

/** Measures everything that a Tollgate and a floor which run side by side can show. */
async function measure(bench: Bench, size: Size): Promise<Everything> {
  const { rounds, count, seconds } = size;
  say('warming up');
  await inTurn(bench, 1, (lane) => saturate(bench, lane, count));
  const before = await memoryOf(bench);
  say(`card payments as fast as they go: ${rounds} rounds of ${LANES.join(' and ')}`);
  const saturation = await inTurn(bench, rounds, (lane) => saturate(bench, lane, count));
  say('the knee');
  const reached = (lane: Lane) =>
    percentile(
      saturation[lane.name].map(({ perSecond }) => perSecond),
      0.5,
    );
  const climbed = await inTurn(bench, 1, (lane) => climb(bench, lane, reached(lane), seconds));
  const steps = { floor: climbed.floor.flat(), Tollgate: climbed.Tollgate.flat() };
  const knee = Math.min(kneeOf(steps.floor), kneeOf(steps.Tollgate));
  say(`card payments at 50, 80 and 95 % of the knee, ${Math.round(knee)} a second`);
  const paced = await paceBySharesOfKnee(bench, knee, size);
  say('status polls');
  const status = await inTurn(bench, rounds, (lane) => pollStatus(bench, lane, count * 2));
  say('hosted payments, UPI');
  const hosted = await inTurn(bench, rounds, (lane) => initiate(bench, lane, 'hosted', count / 2));
  const upi = await inTurn(bench, rounds, (lane) => initiate(bench, lane, 'upi', count / 4));
  const after = await memoryOf(bench);
  const recovery = [];
  for (const line of size.brief ? [] : RECOVERED) {
    say(`kill -9 of ${line}`);
    recovery.push(await recover(bench, line, RECOVERY_RATE, seconds));
  }
  say('the queue layer alone');
  const queueLayer = await benchQueueLayer(bench, rounds * 3, count * 4); // short rounds, which differ by a third
  say('deliveries alone');
  const deliveries = await benchDeliveries(bench, rounds, count * 2);
  return {
    saturation,
    steps,
    knee,
    paced,
    status,
    hosted,
    upi,
    recovery,
    queueLayer,
    deliveries,
    memory: { before, after },
  };
}

async function measureAll(uris: StoreUris, size: Size): Promise<Results> {
  const startedAt = new Date();
  const bench = await startBench(uris);
  let measured: Everything;
  try {
    measured = await measure(bench, size);
  } finally {
    await bench.stop();
  }
  if (!size.brief) say('counting operations');
  const counts = size.brief ? null : await countOperations(uris, 20, Math.round(size.count / 3));
  return { about: await aboutRun(uris, startedAt), ...measured, counts };
}

/** `npm run bench`: measures, prints the table, and keeps everything that was measured in a folder. */
export async function benchEverything(size: Size, folder: string): Promise<void> {
  const results = await measureAll(storeUris(), size);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'results.json');
  writeFileSync(file, JSON.stringify(results));
  console.log(`\n${tableOf(rowsOf(results))}\n`);
  say(`all of it is in ${file}`);
}
