import type { HostedPayment } from '../payments/hosted-payment.js';
import { LANGUAGES, type Language } from '../language/language.js';
import { kindOf } from '../payments/kind-of.js';
import { endingOf } from './page-of.js';
import { reasonText } from './reason-text.js';
import { writeTime } from '../language/format.js';

/** What the page of a payment that has ended shows. */
export function resultView(payment: HostedPayment, language: Language) {
  const ending = endingOf(payment);
  const { ended, paid } = LANGUAGES[language];
  const paidAt = payment.succeededAt ?? payment.updatedAt; // which a refund moves, too
  return {
    ending,
    heading: ending === 'paid' ? paid.heading : ended[ending],
    reason: ending === 'failed' ? reasonText(payment, language) : undefined,
    // Otherwise an operator has judged money that was not as asked for: shop and customer settle what becomes of it.
    noMoney: payment.review === undefined || payment.review.amount === 0,
    mayBeLate: kindOf(payment) === 'order',
    paidAt: paidAt.toISOString(),
    at: writeTime(paidAt, language),
    reference: payment._id,
  };
}
