import type { RefundAbout } from '../connectors/refunds.js';
import { aboutPayment } from '../payments/about-payment.js';
import { currentAttempt } from '../payments/attempts.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { keyAtGateway, type Refund } from '../payments/refund.js';
import { moneyOf } from '../payments/refunded.js';

/** What every log line about a refund names. */
export const aboutRefund = (payment: PaymentRecord, { id }: Pick<Refund, 'id'>) => ({
  ...aboutPayment(payment),
  refund: id,
});

/** What the calls to a gateway for a refund are about. */
export function aboutCall(payment: PaymentRecord, refund: Refund): RefundAbout {
  const { amount, currency, createdAt: since, reference, trace } = refund;
  const { key: chargeKey, reference: chargeReference } = currentAttempt(payment);
  return {
    key: keyAtGateway(refund),
    trx: payment._id,
    amount,
    currency,
    since,
    ...(reference !== undefined && { reference }),
    ...(trace && { trace }),
    charge: {
      key: chargeKey,
      at: moneyOf(payment)?.at ?? payment.createdAt,
      ...(chargeReference !== undefined && { reference: chargeReference }),
    },
  };
}
