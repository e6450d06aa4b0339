import { answered, currentAttempt } from '../src/payments/attempts.js';
import type { Changes } from '../src/payments/transition.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import type { Reason } from '../src/payments/reasons.js';
import { decideBy } from './async-decision.js';
import { waitOf } from './async-outcome.js';

/** Why an order was ended. Whoever asked for that may have been killed, or not heard the answer, which this one repeats. */
function reasonOfEnd(payment: PaymentRecord): Reason {
  if (currentAttempt(payment).cancelAsked) return 'cancelled_by_merchant';
  return waitOf(payment).askedAtEnd ? 'expired' : 'cancelled_by_customer';
}

const ended = (payment: PaymentRecord, outcome: 'cancelled' | 'expired'): Changes => ({
  reason: outcome === 'expired' ? 'expired' : reasonOfEnd(payment),
  attempts: answered(payment, { outcome }),
});

/**
 * Decides a waiting UPI or wallet payment by the gateway's answer. Once its time is over, the gateway is asked one last
 * time, and the payment ends when the answer is sure that nothing came. Where the gateway itself has ended the order, nobody
 * can pay it late.
 */
export const decide = decideBy((payment, result, isAtEnd) => {
  if (result.outcome === 'cancelled')
    return { event: 'cancelled', changes: ended(payment, result.expired ? 'expired' : 'cancelled') };
  return isAtEnd && result.outcome === 'waiting' ? { event: 'timed_out', changes: ended(payment, 'expired') } : null;
});
