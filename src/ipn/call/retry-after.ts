const HTTP_DATE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
/** The obsolete form of C's asctime(), which says no zone and means GMT. */
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

function timeOf(date: string): number {
  if (HTTP_DATE.test(date)) return Date.parse(date);
  return ASCTIME_DATE.test(date) ? Date.parse(`${date} GMT`) : Number.NaN;
}

/**
 * Seconds that a Retry-After header asks for: a whole number of them, or an HTTP-date in any of its three forms
 * (RFC 9110, 10.2.3 and 5.6.7).
 * @returns null for what is neither; 0 for a date that is past
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const time = timeOf(text);
  return Number.isNaN(time) ? null : Math.max(0, (time - now) / 1000);
}
