import fc from 'fast-check';
import { FAULTS, type FaultKind } from './faults.js';
import { JOURNEYS } from './journeys/index.js';

/** Some faults that strike at once, for as long, and then the calm before the next. */
export interface Step {
  faults: string[];
  lastsMs: number;
  calmMs: number;
}

type Faults = Record<string, FaultKind>;

function stepOf(faults: Faults): fc.Arbitrary<Step> {
  const fault = fc.constantFrom(...Object.keys(faults));
  return fc.record({
    faults: fc.uniqueArray(fault, { minLength: 1, maxLength: 2, selector: (name) => faults[name]?.target }),
    lastsMs: fc.integer({ min: 300, max: 4000 }),
    calmMs: fc.integer({ min: 200, max: 3000 }),
  });
}

const durationOf = ({ lastsMs, calmMs }: Step): number => lastsMs + calmMs;

/** Steps until the time is over, the same ones for the same seed and faults. */
export function planFor(seed: number, ms: number, faults: Faults = FAULTS): Step[] {
  const shortest = 500;
  const steps = fc.sample(stepOf(faults), { seed, numRuns: Math.ceil(ms / shortest) });
  let sum = 0;
  return steps.filter((each) => (sum += durationOf(each)) <= ms);
}

/** Journeys in an order of their own for each seed, each as often as any other. @param but those that are left out */
export function journeysFor(seed: number, but: string[] = []): string[] {
  const names = Object.keys(JOURNEYS).filter((name) => !but.includes(name));
  const all = fc.shuffledSubarray(names, { minLength: names.length });
  return fc.sample(all, { seed, numRuns: 20 }).flat();
}

/** Milliseconds that each of so many processes lives before it is killed: too short, or long enough for some work. */
export const livesFor = (seed: number, kills: number): number[] =>
  fc.sample(fc.integer({ min: 0, max: 2000 }), { seed, numRuns: kills });
