import type { Collection, Document, Filter } from '../database/driver.js';
import { READ_ALL, READ_LIMIT } from '../database/read-limit.js';
import { deliveries } from '../ipn/delivery.model.js';
import type { Obligation, Waiting } from '../jobs/obligation.js';
import { payments } from '../payments/payment.model.js';
import { comparisons } from '../reconciliation/comparison.model.js';
import { earliest, HOUR_MS } from '../time.js';

/** What a job is about, and the job. */
export type Owed = Waiting & { next: Obligation };

type Part = Omit<Waiting, 'next'> & { next?: Obligation | null | undefined };

/** A place where documents have what they owe. */
export interface Place {
  /** Everything that is due at a time; of whole documents the oldest first. */
  findDue: (at: Date) => AsyncIterable<Owed>;
  /** When the oldest of that fell due; null when nothing is due. */
  oldestDue: (at: Date) => Promise<Date | null>;
  /** What has been due for longer is late, in milliseconds. monitoring/alerts.yml says the same. */
  lateAfter: number;
}

/** The sweeper finds what was lost well before. */
const LATE_MS = 60_000;
/** An hour of a busy day's books is hundreds of pages, and those of all gateways fall due at the same moment. */
const BOOKS_LATE_MS = HOUR_MS;

/**
 * @param path where in a document: `''` is the document itself. There must be an index of its `next.at`.
 * @param parts all that a document has there, each with the id and the version that its job is given
 */
function place<T extends Document>(
  collection: Collection<T>,
  path: string,
  parts: (document: T) => Part[],
  lateAfter = LATE_MS,
): Place {
  const [due, projection] = path === '' ? ['next.at', { version: 1, next: 1 }] : [`${path}.next.at`, { [path]: 1 }];
  // The driver's types cannot see through the generic.
  const dueAt = (at: Date) => ({ [due]: { $exists: true, $lte: at } }) as unknown as Filter<T>; // ADR 12
  const isDueAt =
    (at: Date) =>
    (part: Part): part is Owed =>
      !!part.next && part.next.at <= at;
  return {
    async *findDue(at) {
      // An index of what a document may have several of gives no order, and all would be sorted first.
      const found = collection.find<T>(dueAt(at), {
        ...READ_ALL,
        projection,
        ...(path === '' && { sort: { [due]: 1 } }),
      });
      for await (const document of found) yield* parts(document).filter(isDueAt(at));
    },
    async oldestDue(at) {
      const found = collection.find<T>(dueAt(at), { ...READ_LIMIT, projection, sort: { [due]: 1 }, limit: 1 });
      const owed = (await found.toArray()).flatMap(parts).filter(isDueAt(at));
      return earliest(owed.map(({ next }) => next.at));
    },
    lateAfter,
  };
}

/** Everything that the service owes, by what it is of. */
export const OWED = {
  payments: place(payments, '', (payment) => [payment]),
  proofs: place(payments, 'proof', ({ _id, proof }) =>
    proof ? [{ _id, version: proof.reviewVersion, next: proof.next }] : [],
  ),
  refunds: place(payments, 'refunds', ({ refunds = [] }) =>
    refunds.map(({ key, version, next }) => ({ _id: key, version, next })),
  ),
  disputes: place(payments, 'disputeInquiry', ({ _id, disputeInquiry: inquiry }) =>
    inquiry ? [{ _id, version: inquiry.version, next: inquiry.next }] : [],
  ),
  deliveries: place(deliveries, '', (delivery) => [delivery]),
  comparisons: place(comparisons.collection, '', (comparison) => [comparison], BOOKS_LATE_MS),
} as const satisfies Record<string, Place>;
