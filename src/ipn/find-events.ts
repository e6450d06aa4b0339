import { deliveries, type DeliveryRecord } from './delivery.model.js';

/** An event as merchants fetch it: the body as it was sent, and what it was sent under. */
export type StoredEvent = Pick<DeliveryRecord, 'sequence' | 'body' | 'eventId'>;

/**
 * A merchant's events after a sequence number, in order: without a gap, since an event is stored only once all before it
 * are. Those whose time is over are missing.
 */
export const findEvents = (
  { merchantId, mode }: Pick<DeliveryRecord, 'merchantId' | 'mode'>,
  after: number,
  limit: number,
): Promise<StoredEvent[]> =>
  deliveries
    .find({ merchantId, mode, sequence: { $gt: after } })
    .project<StoredEvent>({ sequence: 1, body: 1, eventId: 1 })
    .sort({ sequence: 1 })
    .limit(limit)
    .toArray();
