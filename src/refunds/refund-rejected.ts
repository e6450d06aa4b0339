import { merchantNotFound, refundNotSupported } from '../errors.js';
import { merchants } from '../merchants/merchant.model.js';
import { refundIdOf } from '../merchants/trx.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { refundableOf } from '../payments/refunded.js';
import type { RefundOf } from './refund-job.js';
import { draftRefund } from './reserve-refund.js';

/**
 * The refund of all the money that a person refuses to take for a payment, to be stored in the update that refuses it.
 * @param refused the payment as it is after the decision
 * @throws {ApiError} refund_not_supported when no money came that could go back
 */
export async function refundOfRefused(refused: PaymentRecord, actor: string): Promise<RefundOf> {
  if (refundableOf(refused) === 0) throw refundNotSupported('No money came through the gateway that could go back');
  const merchant = await merchants.findOne({ _id: refused.merchantId });
  if (!merchant) throw merchantNotFound(refused.merchantId);
  const identifier = `review-${refused._id}`; // a payment has one review of money, and so one refund of it
  const id = refundIdOf(merchant, identifier);
  const refund = draftRefund(refused, { id, identifier, actor, reason: 'other' });
  return { refund, payment: { ...refused, refunds: [...(refused.refunds ?? []), refund] } };
}
