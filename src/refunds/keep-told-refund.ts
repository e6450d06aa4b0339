import { isDeepStrictEqual } from 'node:util';
import type { RefundResult } from '../connectors/refunds.js';
import { logger } from '../telemetry/logger.js';
import { aboutPayment } from '../payments/about-payment.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import type { Refund } from '../payments/refund.js';
import { publicRefundStatus } from '../payments/refund-states.js';
import { refundToldOf, toldOfRefund, type ToldRefund } from '../payments/told-refunds.js';
import { expediteRefund } from './recheck-refund.js';

const MOST_KEPT = 1000; // twice and more what a payment's refunds can be told of

/** Whether a refund may be the one whose answer, with the gateway's reference, has not come yet. */
const mayBe = ({ refunds = [] }: PaymentRecord): boolean =>
  refunds.some(({ status, reference }) => publicRefundStatus(status) === 'pending' && reference === undefined);

/** Whether money has gone back that nobody here thinks has: a refund that came back later was told of as such. */
const isUnknown = (payment: PaymentRecord, refund: Refund | undefined): boolean =>
  refund
    ? refund.status === 'failed' && toldOfRefund(payment.toldRefunds, refund)?.outcome !== 'refused'
    : !mayBe(payment);

/** Stores it, unless it is known. @returns the payment with it: whoever has changed that one and looks again hears of it */
async function store(payment: PaymentRecord, told: ToldRefund): Promise<PaymentRecord> {
  if (payment.toldRefunds?.some((each) => isDeepStrictEqual(each, told))) return payment;
  const toldRefunds = { $each: [told], $slice: -MOST_KEPT };
  const after = await payments.findOneAndUpdate(
    { _id: payment._id },
    { $push: { toldRefunds } },
    { returnDocument: 'after' },
  );
  return after ?? payment;
}

/**
 * Stores what a gateway that cannot be asked has told of a refund, beside whatever its payment is doing, and has the
 * refund's job believe it at once. It may come before the answer that says which refund it is about. A refund that was
 * made at the gateway itself, or that it had refused, is for a person.
 */
export async function keepToldRefund(
  read: PaymentRecord,
  { key, result }: { key: string; result: RefundResult },
): Promise<void> {
  const reference = 'reference' in result ? (result.reference ?? '') : '';
  const told: ToldRefund = { key, reference, result };
  const payment = await store(read, told); // a look may have begun since it was read, and has missed this
  const refund = refundToldOf(payment.refunds, told);
  if (refund) await expediteRefund({ payment, refund });
  if (result.outcome === 'refunded' && isUnknown(payment, refund))
    logger.error('refund.not_ours', { ...aboutPayment(payment), reference, moved: result.amount });
}
