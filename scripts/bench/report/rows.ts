import type { ByLane, LaneName } from '../lanes/lane.js';
import type { Counted } from '../measures/counted.js';
import { percentile } from '../figures.js';
import type { Paced, Results } from '../measures/results.js';
import { exactly, summarize, type Summary } from './summary.js';

/** One line of the table. */
export interface Row {
  figure: string;
  digits: number;
  floor?: Summary;
  tollgate: Summary;
  /** What Tollgate's figure, its ratio to the floor's, or what it is above it, should be. */
  aim?: Aim;
}

export interface Aim {
  of: 'ratio' | 'difference' | 'figure';
  least?: number;
  most?: number;
}

/** The medians and ranges of both lanes. */
function byLane<T>(rounds: ByLane<T[]>, figure: (round: T) => number): Pick<Row, 'floor' | 'tollgate'> {
  const of = (lane: LaneName) => summarize(rounds[lane].map(figure));
  return { floor: of('floor'), tollgate: of('Tollgate') };
}

const sum = (parts: Record<string, number>): number => Object.values(parts).reduce((total, part) => total + part, 0);

/** What the host of a virtual machine took away meanwhile: where it differs, so do the lanes. */
const stolenRow = (at: string, rounds: ByLane<{ stolen: number }[]>): Row => ({
  figure: `${at}: processor time that the machine's host did not give, %`,
  digits: 0,
  ...byLane(rounds, ({ stolen }) => stolen),
});

function saturationRows({ saturation }: Results): Row[] {
  const parts = new Set(saturation.Tollgate.flatMap(({ cpu }) => Object.keys(cpu)));
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
    ...[...parts].map((part) => ({
      figure: `of it ${part}`,
      digits: 2,
      ...byLane(saturation, ({ cpu }) => cpu[part] ?? 0),
    })),
    stolenRow('saturated', saturation),
  ];
}

/** Of all rounds together, because one is too short for what happens once in a thousand. */
const pooled = (rounds: { latencies: number[] }[], share: number): Summary =>
  exactly(
    percentile(
      rounds.flatMap(({ latencies }) => latencies),
      share,
    ),
  );

function pacedRows({ share, perSecond, rounds }: Paced): Row[] {
  const at = `card, ${Math.round(perSecond)} a second (${share * 100} % of the knee)`;
  const isHalf = share === 0.5;
  return [
    {
      figure: `${at}: p50 ms`,
      digits: 1,
      ...byLane(rounds, ({ p50 }) => p50),
      ...(isHalf && { aim: { of: 'difference', most: 3 } }),
    },
    {
      figure: `${at}: p99 ms`,
      digits: 1,
      ...byLane(rounds, ({ p99 }) => p99),
      ...(isHalf && { aim: { of: 'ratio', most: 1.5 } }),
    },
    {
      figure: `${at}: p99.9 ms`,
      digits: 1,
      floor: pooled(rounds.floor, 0.999),
      tollgate: pooled(rounds.Tollgate, 0.999),
    },
    stolenRow(at, rounds),
    ...(isHalf
      ? [
          {
            figure: `${at}: result to receiver, p95 ms`,
            digits: 0,
            ...byLane(rounds, ({ resultP95 }) => resultP95),
            aim: { of: 'figure' as const, most: 15 },
          },
        ]
      : []),
  ];
}

function otherRequestRows({ status, upi, hosted }: Results): Row[] {
  return [
    {
      figure: 'status polls a second',
      digits: 0,
      ...byLane(status, ({ perSecond }) => perSecond),
      aim: { of: 'ratio', least: 0.8 },
    },
    ...([['hosted payments', hosted] as const, ['UPI payments with their QR code', upi] as const].flatMap(
      ([name, rounds]) => [
        { figure: `${name} initiated a second`, digits: 0, ...byLane(rounds, ({ perSecond }) => perSecond) },
        { figure: `${name}, 32 at once: p99 ms`, digits: 0, ...byLane(rounds, ({ p99 }) => p99) },
      ],
    ) satisfies Row[]),
  ];
}

function layerRows({ deliveries, queueLayer }: Results): Row[] {
  return [
    {
      figure: 'notifications drained a second',
      digits: 0,
      ...byLane(deliveries, ({ perSecond }) => perSecond),
      aim: { of: 'figure', least: 1200 },
    },
    {
      figure: 'no-op jobs a second, bare BullMQ and our layer',
      digits: 0,
      ...byLane(queueLayer, (perSecond) => perSecond),
      aim: { of: 'ratio', least: 0.95 },
    },
  ];
}

const commandsOf = ({ commands }: Counted): number => sum(commands);

function countedRows({ counts }: Results): Row[] {
  if (!counts) return [];
  const { alone, saturated } = counts;
  const row = (figure: string, counts: ByLane<Counted>, read: (counted: Counted) => number, most: number): Row => ({
    figure,
    digits: 1,
    floor: exactly(read(counts.floor)),
    tollgate: exactly(read(counts.Tollgate)),
    aim: { of: 'figure', most },
  });
  const scripts = (counted: Counted) => counted.scripts;
  return [
    row('MongoDB commands a card payment, alone', alone, commandsOf, 6),
    row('MongoDB commands a card payment, saturated', saturated, commandsOf, 4),
    row('Redis scripts a card payment, alone', alone, scripts, 13),
    row('Redis scripts a card payment, saturated', saturated, scripts, 8),
    row('wake-ups of payments a card payment, alone', alone, ({ wakeUps }) => wakeUps.payments ?? 0, 14),
  ];
}

function recoveryRows({ recovery }: Results): Row[] {
  return recovery.map(({ line, seconds, payments }) => ({
    figure: `kill -9 of ${line} under ${payments} payments: seconds until all were notified`,
    digits: 1,
    tollgate: exactly(seconds),
  }));
}

const FLAT = 1.2;

/** The sandbox remembers every charge and order for 35 days: its memory is to grow with them. */
const REMEMBERS = 'sandbox';

function memoryRows({ memory: { before, after } }: Results): Row[] {
  const row = (line: string, what: string, then: number, now: number): Row => ({
    figure: `${what} of ${line}: MB at the end, with that after the warm-up`,
    digits: 0,
    tollgate: { median: now, least: Math.min(then, now), most: Math.max(then, now) },
    ...(line !== REMEMBERS && { aim: { of: 'figure', most: Math.round(then * FLAT) } }),
  });
  return Object.entries(after).flatMap(([line, now]) => {
    const then = before[line] ?? now;
    return [row(line, 'RSS', then.rss, now.rss), row(line, 'live heap', then.heap, now.heap)];
  });
}

/** Every line of the table, in its order. */
export const rowsOf = (results: Results): Row[] => [
  ...saturationRows(results),
  ...results.paced.flatMap(pacedRows),
  ...otherRequestRows(results),
  ...layerRows(results),
  ...countedRows(results),
  ...recoveryRows(results),
  ...memoryRows(results),
];
