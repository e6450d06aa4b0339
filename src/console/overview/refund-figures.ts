import { isTimeExpired } from '../../database/errors.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import { payments } from '../../payments/payment.model.js';
import { publicRefundStatus, type RefundPublicStatus, type RefundStatus } from '../../payments/refund-states.js';
import { DAY_MS } from '../../time.js';
import type { Mode } from '../../vocabulary.js';

export type RefundTally = Record<RefundPublicStatus, number>;

async function countRefunds(mode: Mode, now: Date): Promise<RefundTally> {
  const since = { $gte: new Date(now.getTime() - DAY_MS) };
  const found = await payments
    .aggregate<{ _id: RefundStatus; count: number }>(
      [
        { $match: { 'refunds.createdAt': { $exists: true, ...since }, mode } }, // ADR 12
        { $unwind: '$refunds' },
        { $match: { 'refunds.createdAt': since } },
        { $group: { _id: '$refunds.status', count: { $sum: 1 } } },
      ],
      READ_LIMIT,
    )
    .toArray();
  const tally: RefundTally = { pending: 0, success: 0, failed: 0 };
  for (const { _id, count } of found) tally[publicRefundStatus(_id)] += count;
  return tally;
}

/** How many refunds that were asked for in the last 24 hours stand how; null when counting them takes too long. */
export async function refundFigures(mode: Mode, now: Date): Promise<RefundTally | null> {
  try {
    return await countRefunds(mode, now);
  } catch (error) {
    if (isTimeExpired(error)) return null;
    throw error;
  }
}
