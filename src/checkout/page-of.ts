import { methodOf } from '../methods/index.js';
import type { WaitingPage } from '../methods/method.js';
import { isChallengeOpen } from '../payments/news.js';
import { isFinal } from '../payments/states.js';
import { isUnderReview, openMoney } from '../payments/under-review.js';
import { isOutOfTime } from '../payments/after-attempt.js';
import type { HostedPayment } from '../payments/hosted-payment.js';

/** The method's own page, once it can be shown; else null. */
export function waitingPageOf(payment: HostedPayment): WaitingPage | null {
  const { status, local } = payment;
  const page = methodOf(payment)?.page.waiting;
  return page && page.status === status && local && page.isReady(local) ? page : null;
}

/** Which page a payment is at: the name of its template. Every request asks again, so that no tab shows a form that is no longer safe. */
export function pageOf(payment: HostedPayment): string {
  const { status } = payment;
  if (isFinal(status)) return openMoney(payment) ? 'processing' : 'result'; // late money: no way to pay again
  if (status === 'checkout_open') return isOutOfTime(payment) ? 'result' : 'pay';
  if (isChallengeOpen(payment)) return 'challenge';
  if (isUnderReview(payment)) return 'processing'; // money has come, or the customer says so: no way to pay again
  return waitingPageOf(payment)?.template ?? 'processing';
}

/** How a payment has ended, in the words of the texts. */
export function endingOf({ status, reason }: HostedPayment): 'paid' | 'failed' | 'cancelled' | 'expired' {
  if (status === 'succeeded') return 'paid';
  if (status === 'failed') return 'failed';
  return status !== 'cancelled' || reason === 'session_expired' || reason === 'expired' ? 'expired' : 'cancelled';
}
