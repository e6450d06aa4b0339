import { randomUUID } from 'node:crypto';
import { publishResult } from '../payments/outbox.js';
import { updatePayment, type PaymentRecord } from '../payments/payment.model.js';
import type { FirstRefundStatus } from '../payments/refund-states.js';
import type { Refund } from '../payments/refund.js';
import { usdOf } from '../payments/refunded.js';
import { logger } from '../telemetry/logger.js';
import { refundsEnded } from '../telemetry/metrics.js';
import { aboutRefund } from './about-refund.js';
import { resultOf } from './move-refund.js';
import type { RefundOf } from './refund-job.js';

/** What whoever begins a refund says of it. */
type Beginning = Pick<Refund, 'id' | 'identifier' | 'amount' | 'currency' | 'reason'> &
  Partial<Pick<Refund, 'idempotencyKey' | 'note' | 'trace' | 'gatewayKey' | 'reference'>>;

/** How many refunds a payment has, failed ones too: there is never one less. */
export const refundsMade = ({ refunds = [] }: Pick<PaymentRecord, 'refunds'>): number => refunds.length;

/** A refund that is not stored yet. One that its gateway has made already begins as `succeeded`. */
export function newRefund(payment: PaymentRecord, about: Beginning, status: FirstRefundStatus, actor: string): Refund {
  const at = new Date();
  return {
    ...about,
    key: `${payment._id}-r${refundsMade(payment) + 1}`,
    status,
    amountUsd: usdOf(payment, about),
    inquiryCount: 0,
    history: [{ id: randomUUID(), event: 'created', from: null, to: status, at, actor }],
    version: 1,
    ...(status === 'requested' ? { next: { job: 'refund-execution', at } } : { succeededAt: at }),
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * Stores a new refund in its payment, in one conditional update with what the merchant must hear of it.
 * @returns the refund and its payment after it; null when somebody else has changed the payment
 */
export async function addRefund(payment: PaymentRecord, refund: Refund): Promise<RefundOf | null> {
  const refunds = [...(payment.refunds ?? []), refund];
  const { createdAt: updatedAt } = refund;
  const after = { ...payment, refunds, updatedAt, version: payment.version + 1 };
  const result = resultOf(after, refund);
  const isMade = await updatePayment(payment, {
    change: {
      set: { refunds, updatedAt, ...(result && { unpublished: true }) },
      ...(result && { append: { results: result } }),
    },
    updateId: { 'refunds.history.id': { $in: refund.history.map(({ id }) => id) } },
  });
  if (!isMade) return null;
  if (result) {
    after.results = [...payment.results, result];
    refundsEnded.inc({ result: 'success' });
    void publishResult(after, result);
  }
  return { payment: after, refund };
}

/** Says that somebody wants a refund, once it is stored. */
export function noteCreated({ payment, refund }: RefundOf, actor: string): void {
  const { amount, currency } = refund;
  logger.info('refund.created', { ...aboutRefund(payment, refund), amount, currency, actor });
}
