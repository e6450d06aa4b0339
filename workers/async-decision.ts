import { notOpened } from '../src/payments/after-attempt.js';
import type { AsyncPaymentResult } from '../src/connectors/orders.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { answered } from '../src/payments/attempts.js';
import { forReview } from '../src/payments/for-review.js';
import { forLookUp } from '../src/payments/not-told.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { queryRead } from '../src/payments/news.js';
import { isHeld, isJudged, openMoney } from '../src/payments/under-review.js';
import { confirmation, isStranded, look, pollLater, type Look } from './async-outcome.js';
import type { Decide, Decision } from './payment-step.js';

/** What else ends a payment that waits for money, by the gateway's answer; null when it waits on. */
type Ending = (payment: PaymentRecord, result: AsyncPaymentResult, isAtEnd: boolean) => Decision | null;

/** What a look at the gateway means for a payment that waits for money. */
function decisionFor(payment: PaymentRecord, found: Look, endingOf: Ending): Decision {
  const { result, isAtEnd } = found;
  if (result?.outcome === 'paid') {
    const isTooLate = openMoney(payment)?.kind === 'late_money'; // it came while the payment was abandoned
    if (isAsAsked(payment, result) && !isTooLate) return { event: 'confirmed', changes: confirmation(payment, result) };
    return pollLater(payment, found, isJudged(payment) ? {} : forReview('amount_mismatch', result));
  }
  if (!result || isHeld(payment)) return pollLater(payment, found, forLookUp(payment));
  if (result.outcome === 'refused') {
    const { reason, gatewayCode } = result;
    const attempts = answered(payment, { outcome: 'refused', gatewayCode });
    return { event: 'refused', changes: { reason, attempts } };
  }
  if (result.outcome === 'cancelled' && isStranded(payment)) return notOpened(payment);
  return endingOf(payment, result, isAtEnd) ?? pollLater(payment, found, forLookUp(payment));
}

/**
 * Makes the decision of a job that owns waiting UPI, wallet or debit payments.
 * @param endingOf the part in which a debit differs from the others
 */
export const decideBy =
  (endingOf: Ending): Decide =>
  async (payment) => {
    const found = await look(payment);
    const decision = decisionFor(payment, found, endingOf);
    return found.result ? { ...decision, changes: { ...queryRead(payment), ...decision.changes } } : decision;
  };
