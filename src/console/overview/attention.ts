import type { Collection, Document, Filter } from 'mongodb';
import { deliveries, type DeliveryStatus } from '../../ipn/delivery.model.js';
import { endpoints } from '../../ipn/endpoint.model.js';
import { payments } from '../../payments/payment.model.js';
import { countReviews } from '../../proofs/find-reviews.js';

/** Beyond this it does not matter how many: a count must not read a whole collection. */
export const MOST = 1000;

const countUpTo = <T extends Document>(collection: Collection<T>, filter: Filter<T>): Promise<number> =>
  collection.countDocuments(filter, { limit: MOST });

/** Deliveries that have not arrived, by what they wait for. */
export async function deliveryFigures() {
  const count = (status: DeliveryStatus) => countUpTo(deliveries, { status });
  const [pending, held, exhausted] = await Promise.all([count('pending'), count('held'), count('exhausted')]);
  return { pending, held, exhausted };
}

/** When the obligation that is due for longest fell due; null when nothing is due. */
export async function oldestDue(now: Date): Promise<Date | null> {
  const due = { 'next.at': { $exists: true, $lte: now } };
  const options = { sort: { 'next.at': 1 }, projection: { next: 1 } } as const;
  const found = await Promise.all([payments.findOne(due, options), deliveries.findOne(due, options)]);
  const times = found.flatMap((each) => (each?.next ? [each.next.at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** What a person should look at now. */
export async function attention() {
  const [reviews, disabled, unresolved] = await Promise.all([
    countReviews(MOST),
    countUpTo(endpoints, { disabled: true }),
    countUpTo(payments, { status: 'unresolved' }),
  ]);
  return { reviews, disabled, unresolved };
}
