import { logger } from '../logger.js';
import { announceMerchantChange } from '../merchants/merchant-changes.js';
import { changeEndpoint, forgetEndpoint } from './endpoint-health.js';
import { endpoints, type EndpointRecord, type Target } from './endpoint.model.js';
import { releaseHeld } from './held.js';

/** Sends nothing more to an endpoint until somebody enables it; what comes meanwhile is held. */
export async function disableEndpoint(target: Target, reason: string): Promise<EndpointRecord> {
  const endpoint = await changeEndpoint(target, {
    $set: { disabled: true, disabledAt: new Date(), disabledReason: reason },
    $setOnInsert: { failures: 0, recentFailures: [] },
  });
  await announceMerchantChange(target.merchantId);
  logger.warn('endpoint.disabled', { endpoint: endpoint._id, merchant: target.merchantId, host: target.host, reason });
  return endpoint;
}

/**
 * Trusts an endpoint again, with a clean record, and lets everything go that was held for it. Doing it twice is
 * harmless, and repairs one that was cut short.
 * @returns null when there is no such endpoint
 */
export async function enableEndpoint(id: string): Promise<{ endpoint: EndpointRecord; released: number } | null> {
  const endpoint = await endpoints.findOneAndUpdate(
    { _id: id },
    {
      $set: { disabled: false, enabledAt: new Date(), failures: 0, recentFailures: [] },
      $unset: { disabledAt: true, disabledReason: true, breaker: true },
    },
    { returnDocument: 'after' },
  );
  if (!endpoint) return null;
  forgetEndpoint(id);
  await announceMerchantChange(endpoint.merchantId);
  const released = await releaseHeld(endpoint);
  logger.info('endpoint.enabled', { endpoint: id, merchant: endpoint.merchantId, host: endpoint.host, released });
  return { endpoint, released };
}
