import { percentile } from '../figures.js';
import type { Lane } from '../lanes/lane.js';
import { watchStolenTime } from '../stolen-time.js';
import { untilReceived } from '../until-received.js';
import type { Bench } from './bench.js';

/** One lane at a fixed pace for a while. Milliseconds. */
export interface PacedRound {
  p50: number;
  p99: number;
  /** From when each should have begun to its answer: kept, because a round is too short for what is rare. */
  latencies: number[];
  /** From the result to the merchant's receiver. */
  resultP50: number;
  resultP95: number;
  /** Percent of the processor time that was wanted and not given. */
  stolen: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Card payments that begin at their time, whatever became of those before: latencies count from then. */
export async function pace(bench: Bench, lane: Lane, perSecond: number, seconds: number): Promise<PacedRound> {
  await bench.receiver.ask({ reset: true });
  const stolen = watchStolenTime();
  const { latencies } = await bench.load({ kind: 'open', target: lane.targets.card, perSecond, seconds });
  const result = await untilReceived(bench.receiver, latencies.length);
  return {
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    latencies: latencies.map(round),
    resultP50: result.p50,
    resultP95: result.p95,
    stolen: stolen(),
  };
}
