import { exponentOf, isCurrency } from '../../money/currencies.js';

/** "2026-11-21 14:32:05 UTC": one zone everywhere, and named. @param at a moment, or its ISO text */
export const utc = (at: Date | string): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** "14:32 UTC" */
export const utcTime = (at: Date | string): string => `${new Date(at).toISOString().slice(11, 16)} UTC`;

/** A time as HTML that needs no escaping. The page's script adds the viewer's own zone and how long ago it was. */
export const timeTag = (at: Date | string): string =>
  `<time datetime="${new Date(at).toISOString()}">${utc(at)}</time>`;

/** A sentence of our own as HTML, its times written as all others are. Nothing else in it may need escaping. */
export const withTimes = (sentence: string): string =>
  sentence.replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}Z/g, (at) => timeTag(at));

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
