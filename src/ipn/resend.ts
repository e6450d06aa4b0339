import type { Filter } from 'mongodb';
import { ApiError } from '../errors.js';
import { logger } from '../logger.js';
import { announceMerchantChange } from '../merchants/merchant-changes.js';
import { merchants } from '../merchants/merchant.model.js';
import { inSeconds, wake } from '../obligation.js';
import { aboutDelivery } from './about-delivery.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';
import { readEndpoint } from './endpoint-health.js';
import { endpoints } from './endpoint.model.js';
import { releaseInBatches } from './release.js';

export class DeliveryNotFound extends ApiError {
  constructor() {
    super(404, 'delivery_not_found', 'Delivery not found');
  }
}

/** Nothing is sent to a disabled endpoint: enabling it sends what was held. */
export class EndpointDisabled extends ApiError {
  constructor(host: string) {
    super(409, 'endpoint_disabled', `The endpoint ${host} is disabled: enable it, and what is held for it goes out`);
  }
}

/**
 * Sends one notification again at once, whatever became of it: the same bytes under the same id. It takes the place of
 * the automatic attempt that was due; when it fails, the schedule goes on from there.
 * @throws {DeliveryNotFound}
 * @throws {EndpointDisabled}
 */
export async function resendDelivery(id: string): Promise<DeliveryRecord> {
  const delivery = await deliveries.findOne({ _id: id }, { projection: { merchantId: 1, mode: 1, host: 1 } });
  if (!delivery) throw new DeliveryNotFound();
  if ((await readEndpoint(delivery)).disabled) throw new EndpointDisabled(delivery.host);
  const next = { job: 'ipn-delivery' as const, at: inSeconds(0) };
  const pending = await deliveries.findOneAndUpdate(
    { _id: id },
    { $set: { status: 'pending', next, trigger: 'resend' }, $inc: { gen: 1 } },
    { returnDocument: 'after' },
  );
  if (!pending) throw new DeliveryNotFound();
  logger.info('ipn.resent', { delivery: id, ...aboutDelivery(pending) });
  await wake(pending);
  return pending;
}

/** What of a merchant's notifications a recovery sends: what is due anyway or has a disabled endpoint is left alone. */
async function recoverable(merchantId: string, since: Date): Promise<Filter<DeliveryRecord>> {
  const disabled = await endpoints.find({ merchantId, disabled: true }, { projection: { host: 1 } }).toArray();
  return {
    createdAt: { $gte: since },
    host: { $nin: disabled.map(({ host }) => host) },
    $or: [{ status: { $in: ['exhausted', 'held'] } }, { status: 'pending', 'next.at': { $gt: inSeconds(0) } }],
  };
}

/** How many notifications recoverDeliveries() would send. @param most where counting ends */
export async function countRecoverable(merchantId: string, since: Date, most: number): Promise<number> {
  const merchant = await merchants.findOne({ _id: merchantId }, { projection: { mode: 1 } });
  if (!merchant) return 0;
  const filter = { $and: [{ merchantId, mode: merchant.mode }, await recoverable(merchantId, since)] };
  return deliveries.countDocuments(filter, { limit: most });
}

/**
 * Sends everything that a merchant has not accepted since a moment, oldest first and paced, each with its whole
 * schedule before it: for a merchant whose endpoint is back. What is due anyway is left alone, and so is what is held
 * for endpoints that are disabled. Its endpoints' failures are forgotten, so that no breaker stands in the way.
 * @returns how many notifications that are
 */
export async function recoverDeliveries(merchantId: string, since: Date): Promise<number> {
  const merchant = await merchants.findOne({ _id: merchantId }, { projection: { mode: 1 } });
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
