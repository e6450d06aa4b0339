import { randomUUID } from 'node:crypto';
import { refundNotSupported } from '../errors.js';
import { findMerchant } from '../merchants/manage-merchants.js';
import type { MerchantRecord } from '../merchants/merchant.model.js';
import { refundIdOf } from '../merchants/trx.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { leftOf } from '../payments/refunded.js';
import type { RefundOf } from './refund-job.js';
import { draftRefund, findRefund } from './reserve-refund.js';

/** A payment has one review of money, and so one refund of it. Its merchant may have used the same for another refund. */
async function nameOf(trx: string, merchant: MerchantRecord): Promise<{ id: string; identifier: string }> {
  const identifier = `review-${trx}`;
  const id = refundIdOf(merchant, identifier);
  if (!(await findRefund(id))) return { id, identifier };
  const another = `review-${randomUUID()}`;
  return { id: refundIdOf(merchant, another), identifier: another };
}

/**
 * The refund of all the money that a person refuses to take for a payment, to be stored in the update that refuses it.
 * @param refused the payment as it is after the decision
 * @throws {ApiError} refund_not_supported when no money came that could go back; payment_disputed when its customer wants
 *   all of it back from the bank
 */
export async function refundOfRefused(refused: PaymentRecord, actor: string): Promise<RefundOf> {
  if (leftOf(refused) === 0) throw refundNotSupported('No money came through the gateway that could go back');
  const name = await nameOf(refused._id, await findMerchant(refused.merchantId));
  const refund = draftRefund(refused, { ...name, actor, reason: 'other' });
  return { refund, payment: { ...refused, refunds: [...(refused.refunds ?? []), refund] } };
}
