import type { Collection, Document, Filter } from 'mongodb';
import { inOneOrder } from './database.js';
import { deliveries, type DeliveryRecord } from './ipn/delivery.model.js';
import { payments, type PaymentRecord } from './payments/payment.model.js';

const BATCH = 500;

/** One field that records from before it lack, and what it would have been. */
interface Migration<T extends Document & { _id: string }> {
  collection: Collection<T>;
  field: keyof T & string;
  /** Which records have it. */
  of: Filter<T>;
  /** Undefined: this record cannot tell. */
  value: (record: T) => unknown;
}

/** The money of a payment was known when it last became a success. */
const succeededAt: Migration<PaymentRecord> = {
  collection: payments,
  field: 'succeededAt',
  of: { status: 'succeeded' },
  value: ({ history }) => history.findLast(({ to }) => to === 'succeeded')?.at,
};

/** Looked at by the next pass, which then says itself when to look again. */
const upkeepAt: Migration<DeliveryRecord> = {
  collection: deliveries,
  field: 'upkeepAt',
  of: {},
  value: ({ createdAt }) => createdAt,
};

/** Fills a field, batch after batch in the order of ids. What has it meanwhile is left as it is. @returns how many */
async function fill<T extends Document & { _id: string }>(migration: Migration<T>): Promise<number> {
  const { collection, field, of, value } = migration;
  const lacking = { [field]: { $exists: false } };
  let filled = 0;
  let after = '';
  for (;;) {
    // The driver's types cannot see through the generic: every record has a string for its _id.
    const filter = { ...of, ...lacking, _id: { $gt: after } } as Filter<T>;
    const found = (await collection.find(filter).sort({ _id: 1 }).limit(BATCH).toArray()) as unknown as T[];
    const known = found.filter((record) => value(record) !== undefined).sort(inOneOrder);
    const updates = known.map((record) => ({
      updateOne: { filter: { _id: record._id, ...lacking }, update: { $set: { [field]: value(record) } } },
    }));
    if (updates.length > 0)
      filled += (await collection.bulkWrite(updates as unknown as Parameters<typeof collection.bulkWrite>[0]))
        .modifiedCount;
    after = found.at(-1)?._id ?? after;
    if (found.length < BATCH) return filled;
  }
}

/**
 * Gives records from before a field that field. May be interrupted, run again and run beside everything else; what old
 * processes still write without it is filled by the next run.
 * @returns how many records got each field
 */
export const migrate = async (): Promise<Record<string, number>> => ({
  'payments.succeededAt': await fill(succeededAt),
  'ipn_deliveries.upkeepAt': await fill(upkeepAt),
});
