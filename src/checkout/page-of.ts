import { isFinal } from '../payments/states.js';
import { isUnderReview } from '../payments/under-review.js';
import { isOutOfTime } from '../payments/after-attempt.js';
import type { HostedPayment } from './hosted-payment.js';

/** The pages of a hosted payment: each is a template of the same name. */
export type CheckoutPage = 'pay' | 'processing' | 'challenge' | 'upi' | 'wallet' | 'debit' | 'result';

/** Which page a payment is at. Every request asks again, so that no tab shows a form that is no longer safe. */
export function pageOf(payment: HostedPayment): CheckoutPage {
  const { status, local } = payment;
  if (isFinal(status)) return 'result';
  if (status === 'checkout_open') return isOutOfTime(payment) ? 'result' : 'pay';
  if (status === 'challenged') return 'challenge';
  if (isUnderReview(payment)) return 'processing'; // money has come, or the customer says so: no way to pay again
  if (status === 'awaiting_payment' && local?.upi) return 'upi';
  if (status === 'awaiting_wallet' && local?.wallet) return 'wallet';
  if (status === 'awaiting_debit' && local?.mandate?.debit) return 'debit';
  return 'processing';
}

/** How a payment has ended, in the words of the texts. */
export function endingOf({ status, reason }: HostedPayment): 'paid' | 'failed' | 'cancelled' | 'expired' {
  if (status === 'succeeded') return 'paid';
  if (status === 'failed') return 'failed';
  return status !== 'cancelled' || reason === 'session_expired' || reason === 'expired' ? 'expired' : 'cancelled';
}
