import type { LaneName } from '../lanes/lane.js';
import type { ByLane, Results } from '../measures/results.js';
import { summarize, type Summary } from './summary.js';

/** One line of the table. */
export interface Row {
  figure: string;
  digits: number;
  floor?: Summary;
  tollgate: Summary;
  /** What Tollgate's figure, or its ratio to the floor's, should be. */
  aim?: { of: 'ratio' | 'figure'; least?: number; most?: number };
}

const byLane = <T>(rounds: ByLane<T[]>, figure: (round: T) => number) => {
  const of = (lane: LaneName) => summarize(rounds[lane].map(figure));
  return { floor: of('floor'), tollgate: of('Tollgate') };
};

const sum = (parts: Record<string, number>): number => Object.values(parts).reduce((total, part) => total + part, 0);

function saturationRows({ saturation }: Results): Row[] {
  const parts = [
    ...new Set(Object.values(saturation).flatMap((rounds) => rounds.flatMap(({ cpu }) => Object.keys(cpu)))),
  ];
  return [
    {
      figure: 'card payments a second, each with its notification',
      digits: 0,
      ...byLane(saturation, ({ perSecond }) => perSecond),
      aim: { of: 'ratio', least: 1 },
    },
    {
      figure: 'CPU ms a payment, all processes',
      digits: 2,
      ...byLane(saturation, ({ cpu }) => sum(cpu)),
      aim: { of: 'ratio', most: 1.2 },
    },
    ...parts.map((part) => ({
      figure: `of it ${part}`,
      digits: 2,
      ...byLane(saturation, ({ cpu }) => cpu[part] ?? 0),
    })),
    {
      figure: 'Redis scripts a payment, saturated',
      digits: 1,
      ...byLane(saturation, ({ scripts }) => scripts),
      aim: { of: 'figure', most: 8 },
    },
  ];
}

/** Every line of the table, in its order. */
export const rowsOf = (results: Results): Row[] => saturationRows(results);
