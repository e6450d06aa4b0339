import { endOfCheckout, isOutOfTime } from '../src/payments/after-attempt.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { kindOf } from '../src/payments/kind-of.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { askOrNull, confirmation } from './async-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/**
 * Whether the money of the last order has come although the customer left it: then nothing else is to be paid. Money
 * that a person must judge is found once the checkout has ended, as late money.
 */
async function comeAllTheSame(payment: PaymentRecord): Promise<Decision | null> {
  if (payment.local?.lateMoney !== 'accept' || ['card', null].includes(kindOf(payment))) return null;
  const result = await askOrNull(payment);
  if (result?.outcome !== 'paid' || !isAsAsked(payment, result)) return null;
  return { event: 'confirmed', changes: confirmation(payment, result) };
}

/** Ends a hosted payment whose time is over. Whoever wakes it earlier has news of an order that the customer left. */
export async function decide(payment: PaymentRecord): Promise<Decision> {
  if (isOutOfTime(payment)) return endOfCheckout(payment, 'timed_out', 'session_expired');
  return (await comeAllTheSame(payment)) ?? { waitUntil: payment.checkout?.expiresAt ?? null };
}

export const checkoutExpiry = paymentStep('checkout-expiry', decide);
