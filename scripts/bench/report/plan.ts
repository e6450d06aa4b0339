import type { Counted } from '../measures/counted.js';
import type { Results } from '../measures/results.js';
import { summarize } from './summary.js';

/** Payments a second that the plan is for. */
const PLANNED = 10_000;
/** How busy a core may be, so that latencies stay near those at half load. */
const BUSY = 0.6;

/** Parts of a payment in the order that it meets them; the sandbox and the console are no part of production's load. */
const PARTS = ['web', 'payments', 'ipn', 'redis', 'mongodb'] as const;

export interface PlannedPart {
  part: string;
  /** CPU ms a payment. */
  cpu: number;
  /** Payments a second that one core of it serves when it does nothing else. */
  perCore: number;
  /** Cores for PLANNED payments a second, each BUSY. */
  cores: number;
}

/** What each part needs; parts whose processor time was not measured are left out. */
export function planParts({ saturation }: Pick<Results, 'saturation'>): PlannedPart[] {
  return PARTS.flatMap((part) => {
    const measured = saturation.Tollgate.flatMap(({ cpu }) => cpu[part] ?? []);
    if (measured.length === 0) return [];
    const cpu = summarize(measured).median;
    return [{ part, cpu, perCore: 1000 / cpu, cores: Math.ceil((cpu * PLANNED) / 1000 / BUSY) }];
  });
}

const figure = (value: number): string => Math.round(value).toLocaleString('en');

/** The arithmetic in Markdown. */
export function planOf(results: Results): string {
  const head = [
    `| | CPU ms a payment | payments a second, one core | cores for ${figure(PLANNED)} a second at ${BUSY * 100} % |`,
    '|---|---|---|---|',
  ];
  const rows = planParts(results).map(
    ({ part, cpu, perCore, cores }) => `| ${part} | ${cpu.toFixed(2)} | ${figure(perCore)} | ${figure(cores)} |`,
  );
  return [...head, ...rows, ...(results.counts ? ['', countedIn(results.counts.saturated.Tollgate)] : [])].join('\n');
}

function countedIn({ commands, scripts }: Counted): string {
  const all = Object.values(commands).reduce((sum, count) => sum + count, 0);
  return [
    `Counted, saturated: ${all.toFixed(1)} MongoDB commands and ${scripts.toFixed(1)} Redis scripts a payment, so`,
    `${figure(all * PLANNED)} commands and ${figure(scripts * PLANNED)} scripts a second.`,
  ].join('\n');
}
