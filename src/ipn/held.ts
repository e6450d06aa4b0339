import { enqueue } from '../jobs/obligation.js';
import { inSeconds } from '../time.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';
import { readEndpoint } from './endpoint-health.js';
import type { Target } from './endpoint.model.js';
import { releaseInBatches } from './release.js';

/** Holds a delivery because its endpoint is disabled, unless somebody else changed it first. No attempt is spent. */
export async function hold(delivery: DeliveryRecord): Promise<void> {
  const { matchedCount } = await deliveries.updateOne(
    { _id: delivery._id, version: delivery.version },
    { $set: { status: 'held' }, $unset: { next: true, trigger: true }, $inc: { version: 1 } },
  );
  if (matchedCount > 0) await confirmHeld(delivery, delivery.version + 1);
}

/**
 * Looks once more after a delivery was held. Enabling changes the endpoint first and then looks for held deliveries, so
 * either it found this one, or this look finds the endpoint enabled: no delivery stays behind between the two.
 */
export async function confirmHeld(delivery: DeliveryRecord, version: number): Promise<void> {
  if ((await readEndpoint(delivery)).disabled) return;
  const next = { job: 'ipn-delivery' as const, at: inSeconds(0) };
  const { matchedCount } = await deliveries.updateOne(
    { _id: delivery._id, version, status: 'held' },
    { $set: { status: 'pending', next }, $inc: { version: 1 } },
  );
  if (matchedCount > 0) await enqueue({ _id: delivery._id, version: version + 1, next });
}

/** Lets every held delivery of an endpoint go, oldest first. @returns how many there were */
export const releaseHeld = ({ merchantId, mode, host }: Target): Promise<number> =>
  releaseInBatches({ merchantId, mode }, { host, status: 'held' });
