import type { Filter } from '../database/driver.js';
import { READ_LIMIT } from '../database/read-limit.js';
import { deliveryNotFound, endpointDisabled } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import { announceMerchantChange } from '../merchants/merchant-changes.js';
import { merchants } from '../merchants/merchant.model.js';
import { enqueue } from '../jobs/obligation.js';
import { inSeconds } from '../time.js';
import { aboutDelivery } from './about-delivery.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';
import { readEndpoint } from './endpoint-health.js';
import { endpoints } from './endpoint.model.js';
import { releaseInBatches } from './release.js';

/**
 * Sends one notification again at once, whatever became of it: the same bytes under the same id. It takes the place of
 * the automatic attempt that was due; when it fails, the schedule goes on from there.
 * @throws {ApiError} delivery_not_found, endpoint_disabled
 */
export async function resendDelivery(id: string): Promise<DeliveryRecord> {
  const delivery = await deliveries.findOne(
    { _id: id },
    { ...READ_LIMIT, projection: { merchantId: 1, mode: 1, host: 1 } },
  );
  if (!delivery) throw deliveryNotFound();
  if ((await readEndpoint(delivery)).disabled) throw endpointDisabled(delivery.host);
  const next = { job: 'ipn-delivery' as const, at: inSeconds(0) };
  const pending = await deliveries.findOneAndUpdate(
    { _id: id },
    { $set: { status: 'pending', next, trigger: 'resend' }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  );
  if (!pending) throw deliveryNotFound();
  logger.info('ipn.resent', { delivery: id, ...aboutDelivery(pending) });
  await enqueue(pending);
  return pending;
}

/** What of a merchant's notifications a recovery sends: what is due anyway or has a disabled endpoint is left alone. */
async function recoverable(merchantId: string, since: Date): Promise<Filter<DeliveryRecord>> {
  const disabled = await endpoints.find({ merchantId, disabled: true }, { host: 1 });
  return {
    createdAt: { $gte: since },
    host: { $nin: disabled.map(({ host }) => host) },
    $or: [{ status: { $in: ['exhausted', 'held'] } }, { status: 'pending', 'next.at': { $gt: inSeconds(0) } }],
  };
}

/** How many notifications recoverDeliveries() would send. @param most where counting ends */
export async function countRecoverable(merchantId: string, since: Date, most: number): Promise<number> {
  const merchant = await merchants.findOne({ _id: merchantId }, { mode: 1 });
  if (!merchant) return 0;
  const filter = { $and: [{ merchantId, mode: merchant.mode }, await recoverable(merchantId, since)] };
  return deliveries.countDocuments(filter, { ...READ_LIMIT, limit: most });
}

/**
 * Sends everything that a merchant has not accepted since a moment, oldest first and paced, each with its whole
 * schedule before it: for a merchant whose endpoint is back. What is due anyway is left alone, and so is what is held
 * for endpoints that are disabled. Its endpoints' failures are forgotten, so that no breaker stands in the way.
 * @returns how many notifications that are
 */
export async function recoverDeliveries(merchantId: string, since: Date): Promise<number> {
  const merchant = await merchants.findOne({ _id: merchantId }, { mode: 1 });
  if (!merchant) return 0;
  await endpoints.updateMany({ merchantId }, { $set: { failures: 0, recentFailures: [] }, $unset: { breaker: true } });
  await announceMerchantChange(merchantId);
  const recovered = await releaseInBatches({ merchantId, mode: merchant.mode }, await recoverable(merchantId, since), {
    failures: 0,
    trigger: 'recover',
  });
  logger.info('ipn.recovered', { merchant: merchantId, since, count: recovered });
  return recovered;
}
