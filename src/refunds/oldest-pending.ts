import { COUNT_LIMIT, READ_LIMIT } from '../database/read-limit.js';
import { payments } from '../payments/payment.model.js';
import { publicRefundStatus, REFUND_STATUSES } from '../payments/refund-states.js';
import type { Mode } from '../vocabulary.js';

const PENDING = REFUND_STATUSES.filter((status) => publicRefundStatus(status) === 'pending');

/** When the refund of a mode was asked for that has been pending for longest; null when none is. */
export async function oldestPending(mode: Mode): Promise<Date | null> {
  const [found] = await payments
    .aggregate<{ since: Date }>(
      [
        { $match: { 'refunds.status': { $exists: true, $in: PENDING }, mode } }, // ADR 12
        { $limit: COUNT_LIMIT.limit },
        { $unwind: '$refunds' },
        { $match: { 'refunds.status': { $in: PENDING } } },
        { $group: { _id: null, since: { $min: '$refunds.createdAt' } } },
      ],
      READ_LIMIT,
    )
    .toArray();
  return found?.since ?? null;
}
