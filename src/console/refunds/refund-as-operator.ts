import Joi from 'joi';
import { randomUUID } from 'node:crypto';
import { findMerchant } from '../../merchants/manage-merchants.js';
import { refundIdOf } from '../../merchants/trx.js';
import { paymentByTrx } from '../../payments/payment-by-trx.js';
import { executeRefund } from '../../refunds/execute-refund.js';
import { wishFields, type RefundWish } from '../../refunds/refund-fields.js';
import { readRefund, type RefundOf } from '../../refunds/refund-job.js';
import { reserveRefund } from '../../refunds/reserve-refund.js';
import { text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import { record } from '../audit/record.js';
import type { OperatorRecord } from '../operators/operator.model.js';

/** What an operator's refund takes: with an identifier of its own it is made once, however often it is asked for. */
export const operatorRefundSchema: Joi.ObjectSchema<RefundWish & { refund_identifier?: string }> = Joi.object({
  ...wishFields,
  refund_identifier: text(255).description("One of your own among the merchant's; ours when it is missing"),
});

/**
 * Sends money of a payment back as an operator, adds it to the trail, and waits for the gateway's answer as the
 * merchants' call does.
 * @param given the trx, in upper or lower case
 * @param seen how many refunds the payment had when a form was drawn
 * @throws {ApiError} validation_error, transaction_not_found, and what reserveRefund() throws
 */
export async function refundAsOperator(
  operator: OperatorRecord,
  given: string,
  body: object,
  seen?: number,
): Promise<RefundOf> {
  const { refund_identifier: identifier = `console-${randomUUID()}`, ...wish } = validateForOperator(
    operatorRefundSchema,
    body,
  );
  const payment = await paymentByTrx(given);
  const id = refundIdOf(await findMerchant(payment.merchantId), identifier);
  const reserved = await reserveRefund(payment, { ...wish, id, identifier, actor: operator.email, seen });
  const { amount, currency, reason, note } = reserved.refund;
  await record(operator, 'payment.refunded', payment._id, { refund_id: id, amount, currency, reason, note });
  await executeRefund(reserved);
  return (await readRefund(reserved.refund.key)) ?? reserved;
}
