import { answered } from '../src/payments/attempts.js';
import { decideBy } from './local-decision.js';
import { waitOf } from './local-outcome.js';

/**
 * What the owner of a waiting UPI or wallet payment makes of the gateway's answer: when its time is over, and the gateway
 * was asked one last time and is sure that nothing came, it ends.
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
