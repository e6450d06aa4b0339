import type { Collection, Document, Filter } from '../../database/driver.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import { deliveries } from '../../ipn/delivery.model.js';
import type { Obligation } from '../../jobs/obligation.js';
import { payments } from '../../payments/payment.model.js';
import { comparisons } from '../../reconciliation/comparison.model.js';

export function earliest(dates: (Date | null | undefined)[]): Date | null {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** When the oldest due obligation of its kind fell due; null when none is due. */
type Look = (now: Date) => Promise<Date | null>;

/**
 * @param field where documents have it
 * @param owed all that a document has there
 */
function oldest<T extends Document>(
  collection: Collection<T>,
  field: string,
  owed: (document: T) => (Obligation | null | undefined)[],
): Look {
  return async (now) => {
    const at = `${field}.at`;
    // The driver's types cannot see through the generic.
    const due = { [at]: { $exists: true, $lte: now } } as unknown as Filter<T>; // ADR 12
    const [found] = await collection
      .find<T>(due, { ...READ_LIMIT, projection: { [field]: 1 } })
      .sort({ [at]: 1 })
      .limit(1)
      .toArray();
    return found ? earliest(owed(found).map((next) => next?.at)) : null;
  };
}

/** All that the sweeper enqueues, by what it is of. */
export const OLDEST_DUE: Record<string, Look> = {
  payments: oldest(payments, 'next', ({ next }) => [next]),
  proofs: oldest(payments, 'proof.next', ({ proof }) => [proof?.next]),
  refunds: oldest(payments, 'refunds.next', ({ refunds = [] }) => refunds.map(({ next }) => next)),
  disputes: oldest(payments, 'disputeInquiry.next', ({ disputeInquiry }) => [disputeInquiry?.next]),
  deliveries: oldest(deliveries, 'next', ({ next }) => [next]),
  comparisons: oldest(comparisons.collection, 'next', ({ next }) => [next]),
};
