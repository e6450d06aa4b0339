import fc from 'fast-check';
import { FAULTS } from './faults.js';
import { JOURNEYS } from './journeys.js';

/** Some faults that strike at once, for as long, and then the calm before the next. */
export interface Step {
  faults: string[];
  lastsMs: number;
  calmMs: number;
}

const fault = fc.constantFrom(...Object.keys(FAULTS));

const step: fc.Arbitrary<Step> = fc.record({
  faults: fc.uniqueArray(fault, { minLength: 1, maxLength: 2, selector: (name) => FAULTS[name]?.target }),
  lastsMs: fc.integer({ min: 300, max: 4000 }),
  calmMs: fc.integer({ min: 200, max: 3000 }),
});

const durationOf = ({ lastsMs, calmMs }: Step): number => lastsMs + calmMs;

/** Steps until the time is over, the same ones for the same seed. */
export function planFor(seed: number, ms: number): Step[] {
  const shortest = 500;
  const steps = fc.sample(step, { seed, numRuns: Math.ceil(ms / shortest) });
  let sum = 0;
  return steps.filter((each) => (sum += durationOf(each)) <= ms);
}

/** Journeys in an order of their own for each seed, each as often as any other. */
export function journeysFor(seed: number): string[] {
  const names = Object.keys(JOURNEYS);
  const all = fc.shuffledSubarray(names, { minLength: names.length });
  return fc.sample(all, { seed, numRuns: 20 }).flat();
}

/** Milliseconds that each of so many processes lives before it is killed: too short, or long enough for some work. */
export const livesFor = (seed: number, kills: number): number[] =>
  fc.sample(fc.integer({ min: 0, max: 2000 }), { seed, numRuns: kills });
