import { logger } from '../telemetry/logger.js';
import { announceMerchantChange } from '../merchants/merchant-changes.js';
import { inSeconds } from '../time.js';
import { invalidateEndpoint } from './endpoint-health.js';
import { endpoints, type EndpointRecord } from './endpoint.model.js';
import { releaseHeld } from './held.js';

/** Whoever holds a delivery, or lets deliveries go, has done it by then or has died. Seconds. */
const LOOK_AGAIN_AFTER = 60;

/**
 * Trusts an endpoint again, with a clean record, and lets everything go that was held for it. Doing it twice is
 * harmless; one that was cut short is mended by releaseLeftHeld().
 * @returns null when there is no such endpoint
 */
export async function enableEndpoint(id: string): Promise<{ endpoint: EndpointRecord; released: number } | null> {
  const endpoint = await endpoints.findOneAndUpdate(
    { _id: id },
    {
      $set: {
        disabled: false,
        enabledAt: new Date(),
        lookAgainAt: inSeconds(LOOK_AGAIN_AFTER),
        failures: 0,
        recentFailures: [],
      },
      $unset: { disabledAt: true, disabledReason: true, breaker: true },
    },
    { returnDocument: 'after' },
  );
  if (!endpoint) return null;
  invalidateEndpoint(id);
  await announceMerchantChange(endpoint.merchantId);
  const released = await releaseHeld(endpoint);
  logger.info('endpoint.enabled', { endpoint: id, merchant: endpoint.merchantId, host: endpoint.host, released });
  return { endpoint, released };
}

/**
 * Looks once more, a minute after endpoints were enabled, for what is still held for them: a process may have died
 * while it let deliveries go, or between holding one and its look at the endpoint. Several may do this at the same
 * time.
 */
export async function releaseLeftHeld(now = new Date()): Promise<void> {
  const found = endpoints.find({ lookAgainAt: { $exists: true, $lte: now } }); // ADR 12
  for await (const endpoint of found) {
    const { _id, disabled, merchantId: merchant, host } = endpoint;
    const released = disabled ? 0 : await releaseHeld(endpoint);
    if (released > 0) logger.warn('endpoint.left_held', { endpoint: _id, merchant, host, released });
    await endpoints.updateOne({ _id, lookAgainAt: { $lte: now } }, { $unset: { lookAgainAt: true } });
  }
}
