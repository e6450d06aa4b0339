const MOST_YEARS_AHEAD = 20;

/** Noon UTC is when a day begins at UTC-12, where it begins last. */
const LAST_MIDNIGHT_HOUR = 12;

/**
 * Whether a card is past the month printed on it everywhere on earth: it is good to the month's last day, and no rule says
 * in which time zone, so the generous one counts and the issuer decides the rest.
 * @param month 1 to 12
 * @param year four digits
 */
export function isExpired(month: number, year: number, now: Date): boolean {
  // Date.UTC counts months from 0, so `month` is the next one; 12 is January of the next year.
  return now.getTime() >= Date.UTC(year, month, 1, LAST_MIDNIGHT_HOUR);
}

/** Whether a year is beyond what any issuer prints: a typing mistake. */
export const isTooFarAhead = (year: number, now: Date): boolean => year > now.getUTCFullYear() + MOST_YEARS_AHEAD;
