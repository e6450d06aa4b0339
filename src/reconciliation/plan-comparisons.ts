import { config } from '../../config/index.js';
import { accountNamed } from '../gateways/accounts.js';
import { booksInUse, booksNamed, type Books } from '../gateways/books.js';
import { unlessPresent } from '../database/errors.js';
import { logger } from '../telemetry/logger.js';
import { comparisonId, comparisons } from './comparison.model.js';
import { dayAfter, dayOf, endOf } from '../time.js';

/** The most days that are planned at once. Older ones are compared by hand. */
const MOST_DAYS = 31;

/** The day on which money may have moved first: that of the oldest account whose books these are. */
const firstDay = ({ accounts }: Books, today: string): string =>
  accounts.map((id) => dayOf(accountNamed(id).createdAt)).reduce((first, day) => (day < first ? day : first), today);

/** The days until today that books are still to be compared for: from the latest one on, or from their first. */
async function daysToPlan(books: Books, today: string): Promise<string[]> {
  const { name: gateway } = books;
  const [latest] = await comparisons
    .find({ _id: { $gte: comparisonId(gateway, ''), $lte: comparisonId(gateway, today) } }, { day: 1 })
    .sort({ _id: -1 })
    .limit(1);
  const days: string[] = [];
  const first = latest ? dayAfter(latest.day) : firstDay(books, today);
  for (let day = first; day <= today; day = dayAfter(day)) days.push(day);
  return days.slice(-MOST_DAYS);
}

/** @param delay seconds until the gateway has written its books */
async function plan(gateway: string, day: string, delay = 0): Promise<void> {
  const at = new Date(endOf(day).getTime() + Math.max(config.ledgerDelay, delay) * 1000);
  const planned = comparisons.insertOne({
    _id: comparisonId(gateway, day),
    gateway,
    day,
    hour: 0,
    inquiryCount: 0,
    version: 1,
    next: { job: 'reconciliation', at },
    createdAt: new Date(),
  });
  await unlessPresent(planned); // or another process was first
}

/** The books of this name; undefined, with a line in the log, when nobody can read them, which stops no other's. */
function readableBooks(gateway: string): Books | undefined {
  try {
    const books = booksNamed(gateway);
    if (!books) logger.info('ledger.skipped', { gateway });
    return books;
  } catch (error) {
    logger.error('ledger.unreadable', { gateway, error });
    return undefined;
  }
}

/**
 * Plans a comparison with every gateway for every day until today. It is called when a worker starts and whenever the
 * comparison of a day begins, which is on a later day, so the chain never ends and closes its gaps. An account that was
 * added meanwhile is compared from its own first day on.
 */
export async function planComparisons(now = new Date()): Promise<void> {
  for (const gateway of booksInUse()) {
    const books = readableBooks(gateway);
    if (books) for (const day of await daysToPlan(books, dayOf(now))) await plan(gateway, day, books.ledger.delay);
  }
}
