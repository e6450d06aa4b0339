import type { Filter } from '../database/driver.js';
import { inSeconds } from '../time.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';

const BATCH = 200;
/** They fall due one after the other: a hundred a second. */
const APART_SECONDS = 0.01;

/**
 * Makes deliveries of a merchant pending again, which fall due one after the other, the oldest first, so that an endpoint
 * that has just come back is not knocked over. The sweeper enqueues them. Several are sent at once all the same, so that
 * they arrive in about that order.
 * @param changes what else is set on them
 * @returns how many there were
 */
export async function releaseInBatches(
  whose: Pick<DeliveryRecord, 'merchantId' | 'mode'>,
  which: Filter<DeliveryRecord>,
  changes: Partial<Pick<DeliveryRecord, 'failures' | 'trigger'>> = {},
): Promise<number> {
  let released = 0;
  let after = 0;
  for (let no = 0; ; no += BATCH) {
    const found = await deliveries
      .find({ $and: [{ ...whose, sequence: { $gt: after } }, which] }, { projection: { sequence: 1 } })
      .sort({ sequence: 1 })
      .limit(BATCH)
      .toArray();
    const last = found.at(-1);
    if (!last) return released;
    after = last.sequence;
    const { modifiedCount } = await deliveries.bulkWrite(
      found.map(({ _id }, index) => {
        const next = { job: 'ipn-delivery' as const, at: inSeconds((no + index) * APART_SECONDS) };
        const filter = { $and: [{ _id }, which] }; // one that has moved on is left alone
        return {
          updateOne: { filter, update: { $set: { ...changes, status: 'pending', next }, $inc: { version: 1 } } },
        };
      }),
      { ordered: false },
    );
    released += modifiedCount;
  }
}
