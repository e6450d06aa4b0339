import { payments } from './payment.model.js';
import { publicStatus, STATUSES } from './states.js';

/** Those in which a payment's end is still open. */
const WAITING = STATUSES.filter((status) => publicStatus(status) === 'pending');

/** How many payments wait at a gateway account for their end, or for that of a refund. */
export const countWaitingAt = (account: string): Promise<number> =>
  payments.countDocuments({ account, $or: [{ status: { $in: WAITING } }, { 'refunds.next.at': { $exists: true } }] });
