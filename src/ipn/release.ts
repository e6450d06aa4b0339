import type { Filter } from '../database/driver.js';
import { inSeconds } from '../jobs/obligation.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';

const BATCH = 200;
/** Batches fall due one after the other: a hundred notifications a second. */
const BATCH_SECONDS = 2;

/**
 * Makes deliveries of a merchant pending again, oldest first, in batches that fall due one after the other, so that an
 * endpoint that has just come back is not knocked over. The sweeper enqueues them.
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
  for (let batch = 0; ; batch += 1) {
    const found = await deliveries
      .find({ $and: [{ ...whose, sequence: { $gt: after } }, which] }, { projection: { sequence: 1 } })
      .sort({ sequence: 1 })
      .limit(BATCH)
      .toArray();
    const last = found.at(-1);
    if (!last) return released;
    after = last.sequence;
    const next = { job: 'ipn-delivery' as const, at: inSeconds(batch * BATCH_SECONDS) };
    const { modifiedCount } = await deliveries.updateMany(
      { $and: [{ _id: { $in: found.map(({ _id }) => _id) } }, which] }, // one that has moved on is left alone
      { $set: { ...changes, status: 'pending', next }, $inc: { version: 1 } },
    );
    released += modifiedCount;
  }
}
