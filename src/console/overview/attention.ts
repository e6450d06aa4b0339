import type { Collection, Document, Filter } from '../../database/driver.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import { deliveries, type DeliveryStatus } from '../../ipn/delivery.model.js';
import { endpoints } from '../../ipn/endpoint.model.js';
import { overdueAt } from '../../ipn/overdue.js';
import { dueSoonAt } from '../../disputes/due-soon.js';
import { discrepancies } from '../../reconciliation/discrepancy.model.js';
import { payments } from '../../payments/payment.model.js';
import { OWED } from '../../obligations/owed.js';
import { countReviews } from '../../proofs/find-reviews.js';
import { earliest } from '../../time.js';

/** Where counting ends: a count must not read a whole collection. */
export const MOST = 1000;

const countUpTo = <T extends Document>(collection: Collection<T>, filter: Filter<T>): Promise<number> =>
  collection.countDocuments(filter, { ...READ_LIMIT, limit: MOST });

/** Deliveries that have not arrived, by what they wait for. */
export async function deliveryFigures() {
  const count = (status: DeliveryStatus) => countUpTo(deliveries, { status });
  const [pending, held, exhausted] = await Promise.all([count('pending'), count('held'), count('exhausted')]);
  return { pending, held, exhausted };
}

/** When the oldest due obligation fell due, null when nothing is due; and whether anything is late. */
export async function dueWork(now: Date): Promise<{ since: Date | null; isLate: boolean }> {
  const places = await Promise.all(
    Object.values(OWED).map(async ({ oldestDue, lateAfter }) => ({ since: await oldestDue(now), lateAfter })),
  );
  return {
    since: earliest(places.map(({ since }) => since)),
    isLate: places.some(({ since, lateAfter }) => since && now.getTime() - since.getTime() > lateAfter),
  };
}

/** Differences with gateways' books that nobody has resolved, and when the oldest of them was found. */
async function openDifferences() {
  const open = { state: 'open' } as const;
  const [count, [oldest]] = await Promise.all([
    countUpTo(discrepancies.collection, open),
    discrepancies.find(open, { createdAt: 1 }).sort({ createdAt: 1 }).limit(1),
  ]);
  return { count, since: oldest?.createdAt ?? null };
}

/** What a person should look at now. */
export async function attention() {
  const now = new Date();
  const [reviews, overdue, disabled, unresolved, refunds, disputes, dueSoon, differing] = await Promise.all([
    countReviews(MOST),
    countUpTo(deliveries, overdueAt(now)),
    countUpTo(endpoints.collection, { disabled: true }),
    countUpTo(payments, { status: 'unresolved' }),
    countUpTo(payments, { 'refunds.status': { $exists: true, $eq: 'unresolved' } }),
    countUpTo(payments, { 'disputes.state': { $exists: true, $eq: 'open' } }), // ADR 12
    countUpTo(payments, dueSoonAt(now)),
    openDifferences(),
  ]);
  return { reviews, overdue, disabled, unresolved, refunds, disputes: { open: disputes, dueSoon }, differing };
}
