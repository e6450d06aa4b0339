import type { Filter } from '../database/driver.js';
import { COUNT_LIMIT } from '../database/read-limit.js';
import { config } from '../../config/index.js';
import type { Mode } from '../vocabulary.js';
import { deliveries, type DeliveryRecord, type DeliveryStatus } from './delivery.model.js';

const UNDELIVERED: DeliveryStatus[] = ['pending', 'held', 'exhausted'];

/** A merchant who was paid should know: the notifications whose delay costs somebody goods or money. */
export const isOfPaid = ({ type }: Pick<DeliveryRecord, 'type'>): boolean => type === 'payment.success';

const latestOverdue = (now: Date): Date => new Date(now.getTime() - config.ipn.overdue * 1000);

/** The notifications of paid payments that nobody has accepted for IPN_OVERDUE seconds. */
export const overdueAt = (now: Date): Filter<DeliveryRecord> => ({
  type: 'payment.success',
  status: { $in: UNDELIVERED },
  deliveredAt: { $exists: false },
  createdAt: { $lte: latestOverdue(now) },
});

/** The same of one delivery. */
export const isOverdue = (
  delivery: Pick<DeliveryRecord, 'type' | 'status' | 'deliveredAt' | 'createdAt'>,
  now: Date,
): boolean =>
  isOfPaid(delivery) &&
  delivery.status !== 'delivered' &&
  !delivery.deliveredAt &&
  delivery.createdAt <= latestOverdue(now);

/** How many notifications of a mode's paid payments are overdue at this moment; no more than COUNT_LIMIT. */
export const countOverdue = (mode: Mode): Promise<number> =>
  deliveries.countDocuments({ ...overdueAt(new Date()), mode }, COUNT_LIMIT);
