import { DAY_MS, endOf, isDay, startOf } from '../time.js';
import { validationError } from '../errors.js';

const MOST_DAYS = 366;

/** @throws {ApiError} validation_error when a day is none, the window is empty, or longer than 366 days */
export function requireWindow({ from, to }: { from: string; to: string }): void {
  for (const [field, day] of Object.entries({ from, to }))
    if (!isDay(day))
      throw validationError([{ field, code: 'invalid_format', message: `${field} must be a day such as 2026-01-31` }]);
  const days = (endOf(to).getTime() - startOf(from).getTime()) / DAY_MS;
  if (days < 1 || days > MOST_DAYS)
    throw validationError([
      { field: 'to', code: 'out_of_range', message: `to must be from on, and at most ${MOST_DAYS} days in all` },
    ]);
}
