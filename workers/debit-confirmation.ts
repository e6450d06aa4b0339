import { notOpened } from '../src/checkout/try-again.js';
import { answered } from '../src/payments/attempts.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { isUnderReview } from '../src/payments/under-review.js';
import { askOrNull, confirmation, forReview, isAsAsked, isStranded, lookAgain } from './local-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/** Asks for as long as it takes: a debit never times out, since nobody but the banks can end it. */
export async function decide(payment: PaymentRecord): Promise<Decision> {
  const result = await askOrNull(payment, false);
  if (result?.outcome === 'paid') {
    if (isAsAsked(payment, result)) return { event: 'confirmed', changes: confirmation(payment, result) };
    return lookAgain(payment, payment.review ? {} : forReview(payment, 'amount_mismatch', result));
  }
  if (!result || isUnderReview(payment)) return lookAgain(payment);
  if (result.outcome === 'refused') {
    const { reason, gatewayCode } = result;
    return { event: 'refused', changes: { reason, attempts: answered(payment, { outcome: 'refused', gatewayCode }) } };
  }
  if (result.outcome === 'cancelled' && isStranded(payment)) return notOpened(payment);
  if (result.outcome === 'cancelled')
    return {
      event: 'refused',
      changes: { reason: 'gateway_error', attempts: answered(payment, { outcome: 'cancelled' }) },
    };
  return lookAgain(payment);
}

export const debitConfirmation = paymentStep('debit-confirmation', decide);
