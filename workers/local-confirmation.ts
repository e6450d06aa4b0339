import { notOpened } from '../src/checkout/try-again.js';
import type { LocalResult } from '../src/connectors/connector.js';
import { answered } from '../src/payments/attempts.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { isUnderReview } from '../src/payments/under-review.js';
import { askOrNull, confirmation, forReview, isAsAsked, isStranded, lookAgain, waitOf } from './local-outcome.js';
import type { Decision } from './payment-step.js';

/** Time is over, the gateway was asked one last time and is sure that nothing came, and no person has the case. */
const isOver = (payment: PaymentRecord, result: LocalResult): boolean =>
  waitOf(payment).expiresAt.getTime() <= Date.now() && result.outcome === 'waiting' && !isUnderReview(payment);

/** What the owner of a waiting UPI or wallet payment makes of the gateway's answer. */
export async function decide(payment: PaymentRecord): Promise<Decision> {
  const result = await askOrNull(payment, true);
  if (!result) return lookAgain(payment);
  if (result.outcome === 'paid') {
    if (isAsAsked(payment, result)) return { event: 'confirmed', changes: confirmation(payment, result) };
    return lookAgain(payment, payment.review ? {} : forReview(payment, 'amount_mismatch', result));
  }
  // A customer who shows a proof, or a person who looks at the money, is heard first.
  if (isUnderReview(payment)) return lookAgain(payment);
  if (result.outcome === 'refused') {
    const { reason, gatewayCode } = result;
    return { event: 'refused', changes: { reason, attempts: answered(payment, { outcome: 'refused', gatewayCode }) } };
  }
  if (result.outcome === 'cancelled' && isStranded(payment)) return notOpened(payment);
  if (result.outcome === 'cancelled')
    return {
      event: 'cancelled',
      changes: { reason: 'cancelled_by_customer', attempts: answered(payment, { outcome: 'cancelled' }) },
    };
  if (isOver(payment, result))
    return { event: 'timed_out', changes: { reason: 'expired', attempts: answered(payment, { outcome: 'expired' }) } };
  return lookAgain(payment);
}
