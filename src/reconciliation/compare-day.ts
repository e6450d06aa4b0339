import { ConnectorError } from '../connectors/connector.js';
import { booksInUse, booksNamed, type Books } from '../gateways/books.js';
import { compareHour } from './compare-hour.js';
import { dayOf, HOURS, isDay } from '../time.js';
import { discrepancies, type DiscrepancyRecord } from './discrepancy.model.js';

/** A gateway of whose day something was not compared. */
export interface Missed {
  gateway: string;
  why: string;
}

interface ComparedDay {
  day: string;
  gateways: string[];
  /** Those that were not compared, or not for the whole day. */
  missed: Missed[];
  /** How many discrepancies were not known before. */
  found: number;
  /** Every difference of the day, those found before and resolved ones too. */
  differences: DiscrepancyRecord[];
}

const UNREADABLE = 'no master key opens its credentials, or it is live while GATEWAY_URL_… names a stand-in';

/** How many discrepancies of a gateway's day are new, and why not every hour was compared. */
interface Compared {
  found: number;
  why?: string;
}

async function compareHours(books: Books, day: string): Promise<Compared> {
  let found = 0;
  try {
    for (let hour = 0; hour < HOURS; hour++) found += await compareHour(books, { gateway: books.name, day }, hour);
    return { found };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { found, why: error.message };
  }
}

/** @returns null when the gateway shows no books */
async function compareWith(gateway: string, day: string): Promise<Compared | null> {
  let books: Books | undefined;
  try {
    books = booksNamed(gateway);
  } catch {
    return { found: 0, why: UNREADABLE };
  }
  return books ? compareHours(books, day) : null;
}

/**
 * Compares a day with one gateway after the other of those that show their books, without a job. One that does not answer,
 * or whose account cannot be connected, stops no other.
 * @param day UTC, as YYYY-MM-DD
 * @throws {RangeError} when it is no day, or is not over
 */
export async function compareDay(day: string): Promise<ComparedDay> {
  if (!isDay(day)) throw new RangeError('The day must be one such as 2026-01-31');
  if (day >= dayOf(new Date())) throw new RangeError(`${day} is not over yet (in UTC)`);
  const gateways: string[] = [];
  const missed: Missed[] = [];
  let found = 0;
  for (const gateway of booksInUse()) {
    const compared = await compareWith(gateway, day);
    if (!compared) continue;
    found += compared.found;
    if (compared.why === undefined) gateways.push(gateway);
    else missed.push({ gateway, why: compared.why });
  }
  return { day, gateways, missed, found, differences: await discrepancies.find({ day }) };
}
