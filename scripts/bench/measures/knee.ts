import type { Lane } from '../lanes/lane.js';
import type { Bench } from './bench.js';
import { pace } from './paced.js';

/** What a lane made of one pace. */
export interface Step {
  /** Payments that began in a second. */
  perSecond: number;
  /** From when they should have begun to their answer, in ms. */
  p50: number;
  p99: number;
}

/** Later than that the queue only grows. Milliseconds. */
export const KNEE_P99 = 250;

/** Paces to try, as shares of what was reached with as much to do as possible. */
const SHARES = [0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 1, 1.1];

/**
 * The knee of the curve of latency over load: the highest pace at which 99 of 100 are still answered within KNEE_P99.
 * @param steps in any order; when none is that quick, the slowest pace counts
 */
export function kneeOf(steps: Step[]): number {
  const kept = steps.filter(({ p99 }) => p99 <= KNEE_P99).map(({ perSecond }) => perSecond);
  return kept.length > 0 ? Math.max(...kept) : Math.min(...steps.map(({ perSecond }) => perSecond));
}

/** Climbs from pace to pace. */
export async function climb(bench: Bench, lane: Lane, saturated: number, seconds: number): Promise<Step[]> {
  const steps: Step[] = [];
  for (const share of SHARES) {
    const perSecond = saturated * share;
    const { p50, p99 } = await pace(bench, lane, perSecond, seconds);
    steps.push({ perSecond, p50, p99 });
  }
  return steps;
}
