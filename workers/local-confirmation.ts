import { answered } from '../src/payments/attempts.js';
import { decideBy } from './async-decision.js';
import { waitOf } from './async-outcome.js';

/**
 * Decides a waiting UPI or wallet payment by the gateway's answer. Once its time is over, the gateway is asked one last
 * time, and the payment ends when the answer is sure that nothing came.
 */
export const decide = decideBy((payment, outcome) => {
  if (outcome === 'cancelled')
    return {
      event: 'cancelled',
      changes: { reason: 'cancelled_by_customer', attempts: answered(payment, { outcome }) },
    };
  const isOver = waitOf(payment).expiresAt.getTime() <= Date.now();
  return isOver && outcome === 'waiting'
    ? { event: 'timed_out', changes: { reason: 'expired', attempts: answered(payment, { outcome: 'expired' }) } }
    : null;
});
