import { inUtc } from '../../time.js';
import { exponentOf, isCurrency } from '../../money/currencies.js';

/** "14:32 UTC" */
export const utcTime = (at: Date | string): string => `${new Date(at).toISOString().slice(11, 16)} UTC`;

/** Up to how many seconds a distance is told in a unit, and how many of them that has. The page's script has the same. */
const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [172_800, 'hour', 3600],
  [5_184_000, 'day', 86_400],
  [63_115_200, 'month', 2_629_800],
  [Infinity, 'year', 31_557_600],
] as const;

/** "18 minutes ago", "1 hour from now", "now". Whole units: what is told has passed, or is left. */
export function ago(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1000;
  const [, unit, length] = STEPS.find(([most]) => Math.abs(seconds) < most) ?? STEPS[0];
  const count = Math.trunc(Math.abs(seconds) / length);
  if (count === 0) return 'now';
  return `${count} ${unit}${count === 1 ? '' : 's'} ${seconds > 0 ? 'ago' : 'from now'}`;
}

const tag = (at: Date, text: string): string => `<time datetime="${at.toISOString()}">${text}</time>`;

/**
 * A time as HTML that needs no escaping: how long ago it was when the page was drawn, and the moment in UTC. The page's
 * script keeps the first right.
 */
export function timeTag(time: Date | string, now: Date): string {
  const at = new Date(time);
  return tag(at, `<span class="ago">${ago(at, now)}</span> <span class="utc">${inUtc(at)}</span>`);
}

/** A sentence of our own as HTML, the times of inUtc() in it marked as such. Nothing in it may need escaping. */
export const withTimes = (sentence: string): string =>
  sentence.replaceAll(/(\d{4}-\d\d-\d\d) ([\d:]{8}) UTC/g, (utc, day: string, time: string) =>
    tag(new Date(`${day}T${time}Z`), utc),
  );

/** 1249.5, 'EUR' → "1,249.50 EUR". @param amount major units; of a currency that is none, its minor units */
export function money(amount: number, currency: string): string {
  const digits = isCurrency(currency) ? exponentOf(currency) : 0;
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format.format(amount)}\u00a0${currency}`;
}

/** "0.4 s", "12 s", "5 min", "3 h", "2 days": how long, to about one digit. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 1) return `${Math.round(milliseconds)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/**
 * A long id cut in the middle: both ends tell ids apart. By code points, as merchants may put any into an identifier.
 */
export function cut(id: string): string {
  const letters = [...id];
  return letters.length > 20 ? `${letters.slice(0, 10).join('')}…${letters.slice(-6).join('')}` : id;
}

/** 'amount_mismatch' → "amount mismatch" */
export const inWords = (name: string): string => name.replaceAll(/[_.]/g, ' ');

/**
 * The attributes of an input, as HTML that needs no escaping: whether something is wrong with it, and where that and its
 * hint stand. The fault itself is fault.eta's, under the id `NAME-fault`.
 * @param faults what is wrong, by the names of inputs
 * @param hint the id of what is always said of it
 */
export function invalid(faults: Record<string, string>, name: string, hint?: string): string {
  const isWrong = faults[name] !== undefined;
  const ids = [...(hint === undefined ? [] : [hint]), ...(isWrong ? [`${name}-fault`] : [])];
  return (isWrong ? ' aria-invalid="true"' : '') + (ids.length > 0 ? ` aria-describedby="${ids.join(' ')}"` : '');
}
