import { toMajor, toMajorAsNamed } from '../money/amounts.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { publicRefundStatus } from '../payments/refund-states.js';
import { REFUND_FAILURES, type Refund } from '../payments/refund.js';
import { refundableOf, refundedOf } from '../payments/refunded.js';

/** What the merchant may know of a refund: the answer to its calls, and the `data` of a notification. */
export function presentRefund(payment: PaymentRecord, refund: Refund) {
  const { currency, failure } = refund;
  const major = (minor: number) => toMajorAsNamed(minor, currency);
  return {
    trx: payment._id,
    identifier: payment.identifier,
    refund_id: refund.id,
    refund_identifier: refund.identifier,
    refund_status: publicRefundStatus(refund.status),
    amount: major(refund.amount),
    amount_usd: toMajor(refund.amountUsd, 'USD'),
    currency,
    reason: refund.reason,
    failure: failure ? REFUND_FAILURES[failure] : null,
    refunded_amount: major(refundedOf(payment).amount),
    refundable_amount: major(refundableOf(payment)),
    created_at: refund.createdAt.toISOString(),
    updated_at: refund.updatedAt.toISOString(),
  };
}

export type PresentedRefund = ReturnType<typeof presentRefund>;
