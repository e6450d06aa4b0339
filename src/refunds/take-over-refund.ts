import { paymentNotRefundable, validationError } from '../errors.js';
import { formatAmount } from '../money/amounts.js';
import { readPayment, type PaymentRecord } from '../payments/payment.model.js';
import type { Refund } from '../payments/refund.js';
import { leftOf, moneyOf } from '../payments/refunded.js';
import { logger } from '../telemetry/logger.js';
import { aboutRefund } from './about-refund.js';
import { addRefund, newRefund } from './add-refund.js';
import type { RefundOf } from './refund-job.js';

/** Money that a gateway has given back without having been asked by us. */
export interface ForeignRefund {
  /** The refund_id and refund_identifier that it gets here. */
  id: string;
  identifier: string;
  /** The gateway's own key and reference of the movement. */
  key: string;
  reference: string;
  amount: number; // minor units
  currency: string;
  /** E-mail of the operator. */
  actor: string;
}

/** @throws {ApiError} payment_not_refundable, or validation_error when more has gone back than we know to be left */
function draft(
  payment: PaymentRecord,
  { id, identifier, key, reference, amount, currency, actor }: ForeignRefund,
): Refund {
  if (moneyOf(payment)?.currency !== currency) throw paymentNotRefundable();
  const left = leftOf(payment);
  if (amount > left) {
    const message = `${formatAmount(amount, currency)} went back, and ${formatAmount(left, currency)} was left: another refund took it`;
    throw validationError([{ field: 'amount', code: 'too_large', message }]);
  }
  const about = { id, identifier, gatewayKey: key, reference, amount, currency, note: 'Made at the gateway' };
  return newRefund(payment, { ...about, reason: 'other' }, 'succeeded', actor);
}

/**
 * Takes a refund that was made at the gateway into its payment, as one that has succeeded; the merchant is told. Done again,
 * it gives the one that there is.
 * @throws {ApiError} payment_not_refundable, validation_error
 */
export async function takeOverRefund(payment: PaymentRecord, made: ForeignRefund): Promise<RefundOf> {
  const known = payment.refunds?.find(({ id }) => id === made.id);
  if (known) return { payment, refund: known };
  const taken = await addRefund(payment, draft(payment, made));
  if (!taken) return takeOverRefund((await readPayment(payment._id)) ?? payment, made); // it has changed meanwhile
  const { amount, currency, actor } = made;
  logger.info('refund.taken_over', { ...aboutRefund(taken.payment, taken.refund), amount, currency, actor });
  return taken;
}
