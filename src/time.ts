/**
 * A setting in seconds as whole milliseconds, at least one. Node's deadlines and Redis' refuse a fraction, and in binary
 * even 16.1 * 1000 has one.
 */
export const milliseconds = (seconds: number): number => Math.max(1, Math.round(seconds * 1000));

/** The moment so many seconds from now. */
export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

/** The wait at `index` of a list, in seconds. The last one repeats for ever; no list is empty. */
export const waitFrom = (waits: readonly number[], index: number): number =>
  waits[Math.min(index, waits.length - 1)] ?? 0;

/** A moment as our answers give it, ISO 8601 in UTC; null when it has not come. */
export const isoOrNull = (at: Date | undefined): string | null => at?.toISOString() ?? null;

/** A moment as operators read it wherever it stands, messages included: "2026-11-21 14:32:05 UTC". */
export const inUtc = (at: Date | string): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The earliest of some moments; null when none has come. */
export function earliest(dates: (Date | null)[]): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** The minute of a moment in ms, counted from 1970. */
export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

export const HOURS = 24;

/** The day of a moment in UTC, as YYYY-MM-DD: days sort as texts. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first moment of a day; an invalid Date when the text is no day. */
export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The first moment after a day. */
export const endOf = (day: string): Date => new Date(startOf(day).getTime() + DAY_MS);

export const dayAfter = (day: string): string => dayOf(endOf(day));

/** Whether a text is a day of the calendar. 2026-02-30 is none, though Date would read it as 2 March. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOf(text).getTime()) && dayOf(startOf(text)) === text;

/** From the first moment on, and before the second. */
export interface Window {
  from: Date;
  to: Date;
}

/** The hour 0 to 23 of a day. */
export function hourOf(day: string, hour: number): Window {
  const from = startOf(day).getTime() + hour * HOUR_MS;
  return { from: new Date(from), to: new Date(from + HOUR_MS) };
}
