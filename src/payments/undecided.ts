import type { Filter } from '../database/driver.js';
import { COUNT_LIMIT } from '../database/read-limit.js';
import { DAY_MS } from '../time.js';
import type { Mode } from '../vocabulary.js';
import { payments, type PaymentRecord } from './payment.model.js';
import type { PaymentStatus } from './states.js';
import { hasOpenMoney } from './under-review.js';

/** Those which only a gateway's answer ends once their customer's time is over. */
const AT_GATEWAY: PaymentStatus[] = [
  'challenged',
  'unresolved',
  'awaiting_payment',
  'awaiting_wallet',
  'awaiting_debit',
];

/**
 * Payments that their gateway has left open for a day: neither their customer's time nor a person's word is waited for. A
 * payment's last step is younger than its beginning, which there is an index of.
 */
export function undecidedAt(now: Date): Filter<PaymentRecord> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  return {
    status: { $in: AT_GATEWAY },
    createdAt: { $lte: yesterday },
    updatedAt: { $lte: yesterday },
    'threeDs.expiresAt': { $not: { $gt: yesterday } },
    'local.expiresAt': { $not: { $gt: yesterday } },
    'proof.status': { $ne: 'pending' },
    $nor: [hasOpenMoney],
  };
}

/** How many such payments of a mode there are at this moment; no more than COUNT_LIMIT. */
export const countUndecided = (mode: Mode): Promise<number> =>
  payments.countDocuments({ ...undecidedAt(new Date()), mode }, COUNT_LIMIT);
