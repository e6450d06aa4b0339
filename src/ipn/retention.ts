import type { AnyBulkWriteOperation } from '../database/driver.js';
import { config } from '../../config/index.js';
import { byId } from '../database/conditional-update.js';
import { DAY_MS } from '../time.js';
import { logger } from '../telemetry/logger.js';
import { aboutDelivery } from './about-delivery.js';
import { deliveries, type DeliveryRecord } from './delivery.model.js';
import { isOfPaid, isOverdue } from './overdue.js';
import { noteRemoved } from './sequence.js';

/** Seconds; see the settings of the same names. */
type Retention = Pick<typeof config.ipn, 'attemptRetention' | 'eventRetention'>;

type DeliverySummary = Omit<DeliveryRecord, 'body'>;

const BATCH = 500;

const isPast = ({ createdAt }: Pick<DeliverySummary, 'createdAt'>, seconds: number, now: Date): boolean =>
  createdAt.getTime() + seconds * 1000 <= now.getTime();

/**
 * When a delivery is to be looked at next: when it would be overdue, when its attempts go, when it goes itself; those
 * that were made after its attempts had gone go by their own time. One that is still pending after all that is looked at
 * every day.
 */
export function nextRetention(
  delivery: Pick<DeliverySummary, 'type' | 'createdAt' | 'deliveredAt' | 'alertedAt' | 'attemptsRemovedAt'> &
    Partial<Pick<DeliverySummary, 'attempts'>>,
  now: Date,
  { attemptRetention, eventRetention }: Retention = config.ipn,
): Date {
  const { createdAt, attempts = [], attemptsRemovedAt } = delivery;
  const alert = isOfPaid(delivery) && !delivery.deliveredAt && !delivery.alertedAt ? [config.ipn.overdue] : [];
  const ends = [attemptRetention, eventRetention].filter((seconds) => !isPast(delivery, seconds, now));
  const later = [...alert, ...ends].map((seconds) => createdAt.getTime() + seconds * 1000);
  if (later.length === 0) return new Date(now.getTime() + DAY_MS);
  const late = attemptsRemovedAt ? attempts.map(({ at }) => at.getTime() + attemptRetention * 1000) : [];
  return new Date(Math.min(...later, ...late));
}

/** Tells operators, once: of several processes that look, one wins. */
async function alert(delivery: DeliverySummary): Promise<void> {
  const { _id, host, status, createdAt: since } = delivery;
  const { matchedCount } = await deliveries.updateOne(
    { _id, alertedAt: { $exists: false }, deliveredAt: { $exists: false } },
    { $set: { alertedAt: new Date() } },
  );
  if (matchedCount === 0) return;
  logger.error('notification.overdue', { delivery: _id, ...aboutDelivery(delivery), host, status, since });
}

/** Events whose time is over; one that is still to be sent stays. */
async function removeExpired(found: DeliverySummary[]): Promise<void> {
  if (found.length === 0) return;
  await noteRemoved(found);
  const undelivered = found.filter(({ deliveredAt }) => !deliveredAt).length;
  const { deletedCount } = await deliveries.deleteMany({
    _id: { $in: found.map(({ _id }) => _id) },
    status: { $ne: 'pending' },
  });
  logger.log(undelivered > 0 ? 'warn' : 'info', 'ipn.expired', { count: deletedCount, undelivered });
}

function nextPass(delivery: DeliverySummary, now: Date, retention: Retention): AnyBulkWriteOperation<DeliveryRecord> {
  const seen = isPast(delivery, config.ipn.overdue, now) ? { ...delivery, alertedAt: now } : delivery;
  const isFirst = isPast(delivery, retention.attemptRetention, now) && !delivery.attemptsRemovedAt;
  const end = isFirst ? now : new Date(now.getTime() - retention.attemptRetention * 1000);
  const attempts = delivery.attempts.filter(({ at }) => at > end);
  const upkeepAt = nextRetention({ ...seen, attempts }, now, retention);
  const isBare = isFirst || attempts.length < delivery.attempts.length;
  const update = {
    $set: { upkeepAt, ...(isBare && { attemptsRemovedAt: now }) },
    ...(isBare && { $pull: { attempts: { at: { $lte: end } } } }),
  };
  return { updateOne: { filter: { _id: delivery._id }, update } };
}

async function applyRetentionTo(found: DeliverySummary[], now: Date, retention: Retention): Promise<void> {
  for (const delivery of found) if (isOverdue(delivery, now) && !delivery.alertedAt) await alert(delivery);
  const isExpired = (delivery: DeliverySummary) =>
    delivery.status !== 'pending' && isPast(delivery, retention.eventRetention, now);
  await removeExpired(found.filter(isExpired));
  const others = found.filter((delivery) => !isExpired(delivery)).sort(byId);
  if (others.length > 0) await deliveries.bulkWrite(others.map((delivery) => nextPass(delivery, now, retention)));
}

/**
 * One pass over the deliveries whose retention is due: alerts about paid ones that are overdue, takes away attempts and
 * events that were kept for long enough. Batch after batch; nothing waits for it.
 */
export async function applyRetention(retention: Retention = config.ipn): Promise<void> {
  for (;;) {
    const now = new Date();
    const found = await deliveries
      .find({ upkeepAt: { $lte: now } }, { projection: { body: 0, 'attempts.response': 0 } })
      .sort({ upkeepAt: 1 })
      .limit(BATCH)
      .toArray();
    await applyRetentionTo(found, now, retention);
    if (found.length < BATCH) return;
  }
}
