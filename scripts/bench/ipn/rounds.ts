import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { config } from '../../../config/index.js';
import { connectDatabase, disconnectDatabase, mongoClient } from '../../../src/database.js';
import type { DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import { JOBS } from '../../../src/jobs.js';
import { createMerchant } from '../../../src/merchants/manage-merchants.js';
import { redis } from '../../../src/redis.js';
import { ROOT } from '../../../config/root.js';
import { endWithBench } from '../end-with-bench.js';
import { floorLane } from '../floor/ipn-lane.js';
import type { ByLane } from '../lanes/lane.js';
import { deleteKeys } from '../own-names.js';
import { show, summarize } from '../report/summary.js';
import { askable, liveMemory } from '../live-memory.js';
import { forkScript, type AskedProcess } from '../asked-process.js';
import { watchStolenTime } from '../stolen-time.js';
import type { IpnBenchOptions } from './index.js';
import { event, ourLane, type Lane } from './lanes.js';
import { drain, pace, type Drained } from './measure.js';

const HOSTS = 10;
const HANGING = 2;
const PER_SECOND = 200;
/** At this pace both lanes and the bench itself go other ways than when they are drained. */
const WARM_SECONDS = 10;
const CONCURRENCY = JOBS['ipn-delivery'].concurrency;

/** The Procfile's line, with what it prints thrown away where it was written. */
function startWorker() {
  const args = ['--max-semi-space-size=8', 'dist/workers/run.js', 'ipn-delivery'];
  const env = { ...process.env, ...askable(config.localDir) };
  const worker = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  endWithBench(worker);
  return worker;
}

function printDrain(results: ByLane<Drained[]>, count: number): void {
  console.log(
    `\n| ${count} waiting deliveries | a second | worker's CPU ms each | lost | doubles |\n|---|---|---|---|---|`,
  );
  for (const [name, rounds] of Object.entries(results)) {
    const sum = (figure: (round: Drained) => number) => rounds.reduce((total, round) => total + figure(round), 0);
    console.log(
      `| ${name} | ${show(summarize(rounds.map(({ perSecond }) => perSecond)), 0)} | ${show(summarize(rounds.map(({ cpuEach }) => cpuEach)), 2)} | ${sum((round) => round.lost)} | ${sum((round) => round.doubles)} |`,
    );
  }
}

/** Both lanes over one database, with merchants whose endpoints are the receiver's hosts. */
interface OpenLanes {
  floors: Lane;
  ours: Lane;
  ports: number[];
  /** An event of the next merchant. */
  make: (at?: Date) => DeliveryRecord;
  close: () => Promise<void>;
}

async function openLanes(receiver: AskedProcess, name: string): Promise<OpenLanes> {
  await connectDatabase();
  const ports = await receiver.ask<number[]>({ hosts: HOSTS });
  const merchants = await Promise.all(ports.map(() => createMerchant({ name: 'Bench', mode: 'test' })));
  let turn = 0;
  const make = (at?: Date): DeliveryRecord => {
    turn = (turn + 1) % HOSTS;
    return event(merchants[turn] ?? { id: '' }, ports[turn] ?? 0, at);
  };
  const some = (count: number) => Array.from({ length: count }, () => make());
  const worker = startWorker();
  const floorPrefix = `{${name}-floor}`;
  const floor = await forkScript(
    'floor/ipn-worker.js',
    { FLOOR_PREFIX: floorPrefix, FLOOR_SECRET: 'floor', FLOOR_CONCURRENCY: String(CONCURRENCY) },
    { isReady: true },
  );
  return {
    ours: ourLane(worker.pid ?? 0, some),
    floors: floorLane(floor.pid, mongoClient.db(), redis, floorPrefix, some),
    ports,
    make,
    async close() {
      worker.kill('SIGTERM');
      await Promise.all([once(worker, 'exit'), floor.stop()]);
      await mongoClient.db().dropDatabase();
      await deleteKeys(process.env.REDIS_URL ?? '', `{${name}}`);
      await deleteKeys(process.env.REDIS_URL ?? '', floorPrefix);
      await disconnectDatabase();
      redis.disconnect();
    },
  };
}

/** Waiting deliveries, drained by the floor and by Tollgate in turn. */
async function drainInTurn(
  { floors, ours }: OpenLanes,
  receiver: AskedProcess,
  { rounds, count }: Pick<IpnBenchOptions, 'rounds' | 'count'>,
): Promise<ByLane<Drained[]>> {
  const drained: ByLane<Drained[]> = { floor: [], Tollgate: [] };
  for (let round = 0; round < rounds; round++) {
    drained.floor.push(await drain(floors, receiver, count));
    drained.Tollgate.push(await drain(ours, receiver, count));
  }
  return drained;
}

/** The deliveries of `npm run bench`. */
export async function benchDrain(
  receiver: AskedProcess,
  name: string,
  { rounds, count }: Pick<IpnBenchOptions, 'rounds' | 'count'>,
): Promise<ByLane<Drained[]>> {
  const lanes = await openLanes(receiver, name);
  try {
    await drainInTurn(lanes, receiver, { rounds: 1, count }); // warm
    return await drainInTurn(lanes, receiver, { rounds, count });
  } finally {
    await lanes.close();
  }
}

/** Events as they happen: the floor's, Tollgate's, and Tollgate's for the other hosts when some hang. */
async function paceEachLane(
  { floors, ours, ports, make }: OpenLanes,
  receiver: AskedProcess,
  seconds: number,
): Promise<void> {
  const speeds = { perSecond: PER_SECOND, seconds };
  for (const lane of [floors, ours]) await pace(lane, receiver, { ...speeds, seconds: WARM_SECONDS }, make);
  console.log(`\n| event to receiver, ms | p50 | p95 | not given by the host, % |\n|---|---|---|---|`);
  const measure = async (what: string, lane: Lane, isAwaited?: (event: DeliveryRecord) => boolean) => {
    const stolen = watchStolenTime();
    const { p50, p95 } = await pace(lane, receiver, speeds, make, isAwaited);
    console.log(`| ${what} | ${p50} | ${p95} | ${stolen().toFixed(0)} |`);
  };
  for (const lane of [floors, ours]) await measure(`${lane.name}, ${PER_SECOND} a second`, lane);
  await receiver.ask({ hang: HANGING });
  const silent = new Set(ports.slice(0, HANGING).map((port) => `127.0.0.1:${port}`));
  const hanging = `Tollgate, ${(HANGING / HOSTS) * 100} % of the hosts hanging, the others`;
  await measure(hanging, ours, ({ host }) => !silent.has(host));
}

/** Everything that `npm run bench -- ipn` prints. */
export async function benchRounds(receiver: AskedProcess, name: string, options: IpnBenchOptions): Promise<void> {
  const lanes = await openLanes(receiver, name);
  const { ours } = lanes;
  try {
    await drainInTurn(lanes, receiver, { ...options, rounds: 1 }); // warm
    const [before, recordedBefore] = [await liveMemory(config.localDir, ours.pid), await ours.recorded()];
    printDrain(await drainInTurn(lanes, receiver, options), options.count);

    await paceEachLane(lanes, receiver, options.seconds);

    const [after, recorded] = [await liveMemory(config.localDir, ours.pid), await ours.recorded()];
    console.log(`\n| MB of the worker after a full collection | live heap | RSS |\n|---|---|---|`);
    console.log(`| after ${recordedBefore} deliveries | ${before.heap.toFixed(1)} | ${before.rss} |`);
    console.log(`| after ${recorded} | ${after.heap.toFixed(1)} | ${after.rss} |`);
  } finally {
    await lanes.close();
  }
}
