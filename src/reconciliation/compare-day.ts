import { booksInUse, booksNamed } from '../gateways/books.js';
import { compareHour } from './compare-hour.js';
import { dayOf, HOURS, isDay } from '../time.js';
import { discrepancies, type DiscrepancyRecord } from './discrepancy.model.js';

interface ComparedDay {
  day: string;
  gateways: string[];
  /** How many discrepancies were not known before. */
  found: number;
  /** Every difference of the day, those found before and resolved ones too. */
  differences: DiscrepancyRecord[];
}

/**
 * Compares a day with every gateway that shows its books, at once.
 * @param day UTC, as YYYY-MM-DD
 * @throws {RangeError} when it is no day, or is not over
 * @throws {ConnectorError} when a gateway does not answer
 * @throws when an account cannot be connected
 */
export async function compareDay(day: string): Promise<ComparedDay> {
  if (!isDay(day)) throw new RangeError('The day must be one such as 2026-01-31');
  if (day >= dayOf(new Date())) throw new RangeError(`${day} is not over yet (in UTC)`);
  const gateways: string[] = [];
  let found = 0;
  for (const gateway of booksInUse()) {
    const books = booksNamed(gateway);
    if (!books) continue;
    gateways.push(gateway);
    for (let hour = 0; hour < HOURS; hour++) found += await compareHour(books, { gateway, day }, hour);
  }
  return { day, gateways, found, differences: await discrepancies.find({ day }) };
}
