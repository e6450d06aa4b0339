import { endOfCheckout, isOutOfTime } from '../src/payments/after-attempt.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { forReview } from '../src/payments/for-review.js';
import { hasLeftOrder } from '../src/payments/left-order.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { askOrNull, confirmation } from './async-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/**
 * Whether the money of the last order has come although the customer left it: then nothing else is to be paid. Money that
 * a person must judge ends the checkout, and is late.
 */
async function comeAllTheSame(payment: PaymentRecord): Promise<Decision | null> {
  const result = hasLeftOrder(payment) ? await askOrNull(payment) : null;
  if (result?.outcome !== 'paid') return null;
  const isRight = isAsAsked(payment, result);
  if (isRight && payment.local?.lateMoney === 'accept')
    return { event: 'confirmed', changes: confirmation(payment, result) };
  const { event, changes } = endOfCheckout(payment, 'cancelled', 'cancelled_by_customer');
  return { event, changes: { ...changes, ...forReview(isRight ? 'late_money' : 'amount_mismatch', result) } };
}

/** Ends a hosted payment whose time is over. Whoever wakes it earlier has news of an order that the customer left. */
export async function decide(payment: PaymentRecord): Promise<Decision> {
  const come = await comeAllTheSame(payment);
  if (come) return come;
  if (isOutOfTime(payment)) return endOfCheckout(payment, 'timed_out', 'session_expired');
  return { waitUntil: payment.checkout?.expiresAt ?? null };
}

export const checkoutExpiry = paymentStep('checkout-expiry', decide);
