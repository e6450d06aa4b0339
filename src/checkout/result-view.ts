import type { HostedPayment } from '../payments/hosted-payment.js';
import { LANGUAGES, type Language } from '../language/language.js';
import { kindOf } from '../payments/kind-of.js';
import { endingOf } from './page-of.js';
import { reasonText } from './reason-text.js';
import { writeAmount, writeTime } from '../language/format.js';
import { moneyOf, refundedOf } from '../payments/refunded.js';

/** What the page of a payment that has ended shows. */
export function resultView(payment: HostedPayment, language: Language) {
  const ending = endingOf(payment);
  const { ended, paid, refunded } = LANGUAGES[language];
  const came = moneyOf(payment);
  const { amount: back, standing } = refundedOf(payment);
  const success = standing === 'full' ? refunded : paid;
  const paidAt = payment.succeededAt ?? payment.updatedAt; // which a refund moves, too
  return {
    ending,
    heading: ending === 'paid' ? success.heading : ended[ending],
    titleWord: ending === 'paid' ? success.titleWord : ended[ending],
    sentBack: came && back > 0 ? writeAmount(back, came.currency, language) : undefined,
    reason: ending === 'failed' ? reasonText(payment, language) : undefined,
    // Otherwise an operator has judged money that was not as asked for: shop and customer settle what becomes of it.
    noMoney: payment.review === undefined || payment.review.amount === 0,
    mayBeLate: kindOf(payment) === 'order',
    paidAt: paidAt.toISOString(),
    at: writeTime(paidAt, language),
    reference: payment._id,
  };
}
