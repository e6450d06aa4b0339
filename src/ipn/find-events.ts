import { config } from '../../config/index.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';
import { numberTakenAt } from './sequence.js';

/** An event as merchants fetch it: the body as it was sent, and what it was sent under. */
export type StoredEvent = Pick<DeliveryRecord, 'sequence' | 'body' | 'eventId'>;

type Whose = Pick<DeliveryRecord, 'merchantId' | 'mode'>;

const read = ({ merchantId, mode }: Whose, after: number, limit: number): Promise<StoredEvent[]> =>
  deliveries
    .find({ merchantId, mode, sequence: { $gt: after } })
    .project<StoredEvent>({ sequence: 1, body: 1, eventId: 1 })
    .sort({ sequence: 1 })
    .limit(limit)
    .toArray();

/** Up to the first number that is missing: it is stored this very moment. */
function withoutGap(found: StoredEvent[]): StoredEvent[] {
  const gap = found.findIndex(
    ({ sequence }, index) => index > 0 && sequence !== Number(found[index - 1]?.sequence) + 1,
  );
  return gap < 0 ? found : found.slice(0, gap);
}

/** Whether a number was given to an event that is still to be had, or soon will be. */
async function isKept({ merchantId }: Whose, sequence: number): Promise<boolean> {
  const takenAt = await numberTakenAt(merchantId, sequence);
  return takenAt !== null && takenAt.getTime() > Date.now() - config.ipn.eventRetention * 1000;
}

/**
 * A merchant's events after a sequence number, in order and without a gap. The first may be a later one only when those
 * before it are past their time; else the next one is stored this very moment, and there is nothing to give yet.
 */
export async function findEvents(whose: Whose, after: number, limit: number): Promise<StoredEvent[]> {
  const found = await read(whose, after, limit);
  const [first] = found;
  if (!first || first.sequence === after + 1) return withoutGap(found);
  if (await isKept(whose, first.sequence - 1)) return [];
  return withoutGap(await read(whose, after, limit)); // the counter forgets what is stored: it may be so by now
}
