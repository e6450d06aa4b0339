import { randomUUID } from 'node:crypto';
import { paymentNotRefundable, validationError } from '../errors.js';
import { formatAmount } from '../money/amounts.js';
import { publishResult } from '../payments/outbox.js';
import { readPayment, updatePayment, type PaymentRecord } from '../payments/payment.model.js';
import type { Refund } from '../payments/refund.js';
import { leftOf, moneyOf, usdOf } from '../payments/refunded.js';
import { logger } from '../telemetry/logger.js';
import { refundsEnded } from '../telemetry/metrics.js';
import { aboutRefund } from './about-refund.js';
import { resultOf } from './move-refund.js';
import type { RefundOf } from './refund-job.js';
import { keyOfNext } from './reserve-refund.js';

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
  const at = new Date();
  return {
    id,
    key: keyOfNext(payment),
    gatewayKey: key,
    identifier,
    status: 'succeeded',
    amount,
    currency,
    amountUsd: usdOf(payment, { amount, currency }),
    reason: 'other',
    note: 'Made at the gateway',
    reference,
    inquiryCount: 0,
    history: [{ id: randomUUID(), event: 'created', from: null, to: 'succeeded', at, actor }],
    version: 1,
    createdAt: at,
    updatedAt: at,
    succeededAt: at,
  };
}

/**
 * Takes a refund that was made at the gateway into its payment, as one that has succeeded; the merchant is told. Done again,
 * it gives the one that there is.
 * @throws {ApiError} payment_not_refundable, validation_error
 */
export async function takeOverRefund(payment: PaymentRecord, made: ForeignRefund): Promise<RefundOf> {
  const known = payment.refunds?.find(({ id }) => id === made.id);
  if (known) return { payment, refund: known };
  const refund = draft(payment, made);
  const refunds = [...(payment.refunds ?? []), refund];
  const { createdAt: updatedAt } = refund;
  const after = { ...payment, refunds, updatedAt, version: payment.version + 1 };
  const result = resultOf(after, refund);
  const isMade = await updatePayment({
    _id: payment._id,
    version: payment.version,
    change: { set: { refunds, updatedAt, unpublished: true }, ...(result && { append: { results: result } }) },
    updateId: { 'refunds.history.id': refund.history[0]?.id ?? '' },
  });
  if (!isMade) return takeOverRefund((await readPayment(payment._id)) ?? payment, made); // it has changed meanwhile
  const { amount, currency, actor } = made;
  logger.info('refund.taken_over', { ...aboutRefund(after, refund), amount, currency, actor });
  if (result) {
    refundsEnded.inc({ result: 'success' });
    void publishResult({ ...after, results: [...payment.results, result] }, result);
  }
  return { payment: after, refund };
}
