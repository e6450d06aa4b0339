import { endOfCheckout, isOutOfTime } from '../src/payments/after-attempt.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { paymentStep, type Decision } from './payment-step.js';

/** Ends a hosted payment whose time is over. One that was woken too early waits on. */
export async function decide(payment: PaymentRecord): Promise<Decision> {
  if (!isOutOfTime(payment)) return { waitUntil: payment.checkout?.expiresAt ?? null };
  return endOfCheckout(payment, 'timed_out', 'session_expired');
}

export const checkoutExpiry = paymentStep('checkout-expiry', decide);
