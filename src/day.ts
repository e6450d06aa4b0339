export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

export const HOURS = 24;

/** The day of a moment in UTC, as YYYY-MM-DD: days sort as texts. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first moment of a day; an invalid Date of what is no day. */
export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The first moment that is no longer in it. */
export const endOf = (day: string): Date => new Date(startOf(day).getTime() + DAY_MS);

export const dayAfter = (day: string): string => dayOf(endOf(day));

/** Whether a text is a day and not, like 2026-02-30, one that a Date would move. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOf(text).getTime()) && dayOf(startOf(text)) === text;

/** An hour of a day, 0 to 23: from its beginning and before its end. */
export function hourOf(day: string, hour: number): { from: Date; to: Date } {
  const from = startOf(day).getTime() + hour * HOUR_MS;
  return { from: new Date(from), to: new Date(from + HOUR_MS) };
}
