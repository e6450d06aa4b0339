import { forkScript, type AskedProcess } from '../asked-process.js';
import { climb, kneeOf } from '../measures/knee.js';
import type { Bench } from '../measures/bench.js';
import { saturate } from '../measures/saturation.js';
import { percentile } from '../figures.js';
import type { Load } from '../load/generator.js';
import type { Flooded, Question } from '../load/flood.js';
import { untilReceived } from '../until-received.js';
import { untilQuiet } from './quiet.js';
import { hostedCustomer, returningCustomer, takeSteps, type Step } from './under-way.js';
import { watchMemory } from './watch-memory.js';

export interface FloodOptions {
  /** How long it lasts. */
  seconds: number;
  /** Times the knee. */
  times: number;
  /** Initiate calls a second, instead of times the knee. */
  pace?: number;
  /** Payments of a round at saturation. */
  count: number;
}

/** What a flood did. Times are milliseconds. */
export interface Flood {
  /** Payments a second: as fast as they go, and at the knee. */
  best: number;
  knee: number;
  flooded: Flooded;
  /** Payments that were stored and that succeeded, and notifications of them that came, doubles apart. */
  stored: number;
  done: number;
  told: number;
  doubles: number;
  /** From result to receiver. */
  toldP50: number;
  toldP95: number;
  /** By what was asked about payments under way. */
  underWay: Record<string, number[]>;
  /** Seconds from the last call that was sent until nothing was due. */
  quietAfter: number;
  /** MB by process: before, and the most while it lasted. */
  memory: { before: Record<string, number>; most: Record<string, number> };
}

const POLLS_PER_SECOND = 20;
const STEPS_PER_SECOND = 2;
const POLLED = 200;

const say = (line: string) => process.stderr.write(`bench: ${line}\n`);

async function polled({ database, tollgate, load }: Bench, seconds: number): Promise<number[]> {
  const payments = database.collection<{ _id: string }>(tollgate.collection);
  const found = await payments.find(tollgate.ofFirstMerchant, { projection: { _id: 1 }, limit: POLLED }).toArray();
  const target = tollgate.targets.status(found.map(({ _id }) => _id));
  const { latencies }: Load = await load({ kind: 'open', target, perSecond: POLLS_PER_SECOND, seconds });
  return latencies;
}

async function prepare(
  { tollgate }: Bench,
  count: number,
  begin: (tollgate: Bench['tollgate'], no: number) => Promise<Step>,
): Promise<Step[]> {
  const steps: Step[] = [];
  for (let no = 0; no < count; no++) steps.push(await begin(tollgate, no));
  return steps;
}

/** Finds the best rate and the knee. */
async function reach(bench: Bench, count: number): Promise<{ best: number; knee: number }> {
  const { tollgate } = bench;
  await saturate(bench, tollgate, count); // warm
  const rounds = [];
  for (let round = 0; round < 3; round++) rounds.push(await saturate(bench, tollgate, count));
  const best = percentile(
    rounds.map(({ perSecond }) => perSecond),
    0.5,
  );
  return { best, knee: kneeOf(await climb(bench, tollgate, best, 4)) };
}

/** Floods a Tollgate that is warm, while others ask about payments that have begun before. */
export async function floodIt(bench: Bench, options: FloodOptions): Promise<Flood> {
  const { tollgate, database, receiver } = bench;
  const { seconds, times, count } = options;
  const { best, knee } = await reach(bench, count);
  const perSecond = options.pace ?? knee * times;
  say(`best ${Math.round(best)}, knee ${Math.round(knee)}: ${Math.round(perSecond)} a second for ${seconds} s`);
  const hosted = await prepare(bench, STEPS_PER_SECOND * seconds, hostedCustomer);
  const returning = await prepare(bench, STEPS_PER_SECOND * seconds, returningCustomer);
  const flooder: AskedProcess = await forkScript('load/flood.js');
  try {
    await receiver.ask({ reset: true });
    const before = watchMemory(tollgate.pids())();
    const memory = watchMemory(tollgate.pids());
    const since = new Date();
    const endsAt = performance.now() + seconds * 1000;
    const { urls, bodies } = tollgate.targets.card;
    const question: Question = { url: urls[0] ?? '', bodies, perSecond, seconds };
    const [flooded, status, forms, returns] = await Promise.all([
      flooder.ask<Flooded>(question),
      polled(bench, seconds),
      takeSteps(hosted, seconds),
      takeSteps(returning, seconds),
    ]).finally(memory);
    const most = memory();
    const payments = database.collection(tollgate.collection);
    const stored = await payments.countDocuments({ createdAt: { $gte: since } });
    const told = stored + hosted.length + returning.length;
    await untilQuiet(database, receiver, told);
    const quietAfter = Math.max(0, (performance.now() - endsAt) / 1000);
    const { received, distinct, p50, p95 } = await untilReceived(receiver, told);
    return {
      best,
      knee,
      flooded,
      stored,
      done: await payments.countDocuments({ createdAt: { $gte: since }, status: 'succeeded' }),
      told: distinct - hosted.length - returning.length,
      doubles: received - distinct,
      toldP50: p50,
      toldP95: p95,
      underWay: { 'status polls': status, 'card forms of the hosted page': forms, 'returns from a challenge': returns },
      quietAfter,
      memory: { before, most },
    };
  } finally {
    await flooder.stop();
  }
}
