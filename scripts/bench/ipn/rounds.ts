import { config } from '../../../config/index.js';
import type { DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import type { AskedProcess } from '../asked-process.js';
import type { ByLane } from '../lanes/lane.js';
import { liveMemory } from '../live-memory.js';
import { show, summarize } from '../report/summary.js';
import { watchStolenTime } from '../stolen-time.js';
import type { Lane } from './lanes.js';
import { drain, flood, pace, type Drained } from './measure.js';
import { HOSTS, openLanes, type OpenLanes } from './open-lanes.js';

export interface IpnBenchOptions {
  rounds: number;
  count: number;
  seconds: number;
}

const HANGING = 2;
const PER_SECOND = 200;
/** At this pace both lanes and the bench itself go other ways than when they are drained. */
const WARM_SECONDS = 10;

function printDrain(what: string, results: ByLane<Drained[]>): void {
  console.log(`\n| ${what} | a second | worker's CPU ms each | lost | doubles |\n|---|---|---|---|---|`);
  for (const [name, rounds] of Object.entries(results)) {
    const sum = (figure: (round: Drained) => number) => rounds.reduce((total, round) => total + figure(round), 0);
    console.log(
      `| ${name} | ${show(summarize(rounds.map(({ perSecond }) => perSecond)), 0)} | ${show(summarize(rounds.map(({ cpuEach }) => cpuEach)), 2)} | ${sum((round) => round.lost)} | ${sum((round) => round.doubles)} |`,
    );
  }
}

/** Rounds of the floor and of Tollgate in turn. */
async function roundsOf(
  { floors, ours }: OpenLanes,
  rounds: number,
  measure: (lane: Lane) => Promise<Drained>,
): Promise<ByLane<Drained[]>> {
  const drained: ByLane<Drained[]> = { floor: [], Tollgate: [] };
  for (let round = 0; round < rounds; round++) {
    drained.floor.push(await measure(floors));
    drained.Tollgate.push(await measure(ours));
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
    const waiting = (lane: Lane) => drain(lane, receiver, count);
    await roundsOf(lanes, 1, waiting); // warm
    return await roundsOf(lanes, rounds, waiting);
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
  const { ours, make } = lanes;
  const { rounds, count, seconds } = options;
  const waiting = (lane: Lane) => drain(lane, receiver, count);
  const stream = (lane: Lane) => flood(lane, receiver, count, make);
  try {
    await roundsOf(lanes, 1, waiting); // warm
    await roundsOf(lanes, 1, stream);
    const [before, recordedBefore] = [await liveMemory(config.localDir, ours.pid), await ours.recorded()];
    printDrain(`${count} waiting deliveries`, await roundsOf(lanes, rounds, waiting));
    printDrain(`${count} events, each stored first`, await roundsOf(lanes, rounds, stream));

    await paceEachLane(lanes, receiver, seconds);

    const [after, recorded] = [await liveMemory(config.localDir, ours.pid), await ours.recorded()];
    console.log(`\n| MB of the worker after a full collection | live heap | RSS |\n|---|---|---|`);
    console.log(`| after ${recordedBefore} deliveries | ${before.heap.toFixed(1)} | ${before.rss} |`);
    console.log(`| after ${recorded} | ${after.heap.toFixed(1)} | ${after.rss} |`);
  } finally {
    await lanes.close();
  }
}
