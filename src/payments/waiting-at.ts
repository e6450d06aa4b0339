import { READ_LIMIT } from '../database/read-limit.js';
import { payments } from './payment.model.js';
import { publicStatus, STATUSES } from './states.js';
import { hasOpenMoney } from './under-review.js';

/** Those in which a payment's end is still open. */
const WAITING = STATUSES.filter((status) => publicStatus(status) === 'pending');

/** Before every moment: by $exists alone DocumentDB reads all payments (ADR 12). */
const EVER = new Date(0);

const waiting = {
  $or: [
    { status: { $in: WAITING } },
    { 'refunds.next.at': { $exists: true, $gte: EVER } },
    { 'disputes.state': { $exists: true, $eq: 'open' as const } }, // ADR 12
    hasOpenMoney,
  ],
};

/** How many payments wait at a gateway account for their end, or for that of a refund, a dispute or a review. */
export const countWaitingAt = (account: string): Promise<number> => payments.countDocuments({ account, ...waiting });

/** Where counting ends: a page must not read a whole collection. */
const MOST = 10_000;

/** The same of every account where any wait; of more than 10,000 payments, as many of some. */
export async function waitingByAccount(): Promise<Map<string, number>> {
  const groups = payments.aggregate<{ _id: string; count: number }>(
    [{ $match: waiting }, { $limit: MOST }, { $group: { _id: '$account', count: { $sum: 1 } } }],
    READ_LIMIT,
  );
  return new Map((await groups.toArray()).map(({ _id, count }) => [_id, count]));
}
