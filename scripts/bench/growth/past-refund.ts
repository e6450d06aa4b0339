import type { MerchantRecord } from '../../../src/merchants/merchant.model.js';
import { refundIdOf } from '../../../src/merchants/trx.js';
import type { PaymentRecord } from '../../../src/payments/payment.model.js';
import type { Refund } from '../../../src/payments/refund.js';
import { usdOf } from '../../../src/payments/refunded.js';
import { resultOf } from '../../../src/refunds/move-refund.js';

// Refunds as they are found in a database that has been taking payments for long: every field as the product leaves it.

const AFTER_MS = 60_000;

/** One in ten, in no step with anything else that goes by numbers (Fibonacci hashing). */
const isRefunded = (no: number): boolean => (Math.imul(no, 0x9e3779b1) >>> 0) / 2 ** 32 < 0.1;

const refundIdentifierOf = (no: number): string => `return-${String(no).padStart(8, '0')}`;

/** The payment after half of its money has gone back, when it is one of those and was paid. */
export function withPastRefund(no: number, merchant: MerchantRecord, payment: PaymentRecord): PaymentRecord {
  const { succeededAt, amounts } = payment;
  if (!succeededAt || !isRefunded(no)) return payment;
  const createdAt = new Date(succeededAt.getTime() + AFTER_MS);
  const endedAt = new Date(createdAt.getTime() + 1000);
  const money = { amount: Math.floor(amounts.gross / 2), currency: amounts.currency };
  const refund: Refund = {
    id: refundIdOf(merchant, refundIdentifierOf(no)),
    key: `${payment._id}-r1`,
    identifier: refundIdentifierOf(no),
    status: 'succeeded',
    ...money,
    amountUsd: usdOf(payment, money),
    reason: 'requested_by_customer',
    reference: `re_${no}`,
    inquiryCount: 0,
    history: [
      { id: `${no}-1`, event: 'created', from: null, to: 'requested', at: createdAt, actor: 'merchant' },
      { id: `${no}-2`, event: 'refunded', from: 'requested', to: 'succeeded', at: endedAt, actor: 'refund-execution' },
    ],
    version: 2,
    createdAt,
    updatedAt: endedAt,
    succeededAt: endedAt,
  };
  const after = { ...payment, refunds: [refund], version: payment.version + 2, updatedAt: endedAt };
  const result = resultOf(after, refund);
  return { ...after, results: result ? [...payment.results, result] : payment.results };
}
