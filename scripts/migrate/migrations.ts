import { MongoServerError, type Collection, type Document, type Filter } from 'mongodb';
import { mongoClient } from '../../src/database/client.js';
import { renameEverything } from '../../src/database/former-names.js';
import { byId } from '../../src/database/conditional-update.js';
import { deliveries, type DeliveryRecord } from '../../src/ipn/delivery.model.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';

const BATCH = 500;
const INDEX_NOT_FOUND = 27;

/** A field that older records lack, and how to compute its value for them. */
interface Migration<T extends Document & { _id: string }> {
  collection: Collection<T>;
  field: keyof T & string;
  /** Which records should have the field. */
  of: Filter<T>;
  /** Undefined when it cannot be told from this record. */
  value: (record: T) => unknown;
}

/** The money of a payment was known when it last became a success. */
const succeededAt: Migration<PaymentRecord> = {
  collection: payments,
  field: 'succeededAt',
  of: { status: 'succeeded' },
  value: ({ history }) => history.findLast(({ to }) => to === 'succeeded')?.at,
};

/** A moment that has passed: the next pass of retention looks at the delivery, and then sets the field itself. */
const upkeepAt: Migration<DeliveryRecord> = {
  collection: deliveries,
  field: 'upkeepAt',
  of: {},
  value: ({ createdAt }) => createdAt,
};

/**
 * Fills a field, in batches by id. A record that has got the field meanwhile keeps it.
 * @returns how many were filled
 */
async function fill<T extends Document & { _id: string }>(migration: Migration<T>): Promise<number> {
  const { collection, field, of, value } = migration;
  const lacking = { [field]: { $exists: false } };
  let filled = 0;
  let after = '';
  for (;;) {
    // The driver's types cannot see through the generic: every record has a string for its _id.
    const filter = { ...of, ...lacking, _id: { $gt: after } } as Filter<T>;
    const found = (await collection.find(filter).sort({ _id: 1 }).limit(BATCH).toArray()) as unknown as T[];
    const known = found.filter((record) => value(record) !== undefined).sort(byId);
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

/** @returns how many were dropped: 1, or 0 when there was none */
async function dropIndex<T extends Document>(collection: Collection<T>, name: string): Promise<number> {
  try {
    await collection.dropIndex(name);
    return 1;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === INDEX_NOT_FOUND) return 0;
    throw error;
  }
}

/**
 * Gives the fields of older records their names of today, adds those that they lack, and drops the indexes that only older
 * versions read by. May be interrupted, repeated, and run while everything else runs. Records that old processes still
 * write without a field are filled by the next run, which also drops an index that they have built again.
 * @returns how many records got each field, and how many indexes of each name were dropped
 */
export const migrate = async (): Promise<Record<string, number>> => ({
  ...(await renameEverything(mongoClient.db())),
  'payments.succeededAt': await fill(succeededAt),
  'ipn_deliveries.upkeepAt': await fill(upkeepAt),
  'ipn_deliveries.trx_1 dropped': await dropIndex(deliveries, 'trx_1'),
  'payments.unrelayed_1 dropped': await dropIndex(payments, 'unrelayed_1'),
  'payments.attempts.reference_1 dropped': await dropIndex(payments, 'attempts.reference_1'),
});
