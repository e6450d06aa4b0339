import type { RefundAbout } from '../connectors/refunds.js';
import { aboutPayment } from '../payments/about-payment.js';
import { aboutAttempt, type Asked } from '../payments/attempts.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { keyAtGateway, type Refund } from '../payments/refund.js';
import { moneyOf } from '../payments/refunded.js';

/** What every log line about a refund names. */
export const aboutRefund = (payment: PaymentRecord, { id }: Pick<Refund, 'id'>) => ({
  ...aboutPayment(payment),
  refund: id,
});

/** What the calls to a gateway for a refund are about. */
export function aboutCall(payment: Asked & Parameters<typeof moneyOf>[0], refund: Refund): RefundAbout {
  const { amount, currency, createdAt: since, reference, trace } = refund;
  const about = aboutAttempt(payment);
  const chargeReference = about.reference ?? payment.review?.reference; // late money was never an attempt's answer
  const order = payment.local?.wallet?.reference;
  return {
    key: keyAtGateway(refund),
    trx: payment._id,
    amount,
    currency,
    since,
    ...(reference !== undefined && { reference }),
    ...(trace && { trace }),
    charge: {
      key: about.key,
      at: moneyOf(payment)?.at ?? about.since,
      ...(chargeReference !== undefined && { reference: chargeReference }),
      ...(order !== undefined && { order }),
    },
  };
}
