import { isDuplicateKey } from '../database/errors.js';
import { ApiError, duplicateRefund, refundedMeanwhile } from '../errors.js';
import { toMinor } from '../money/amounts.js';
import { payments, readPayment, type PaymentRecord } from '../payments/payment.model.js';
import type { Refund } from '../payments/refund.js';
import type { Trace } from '../telemetry/trace.js';
import { addRefund, newRefund, noteCreated, refundsMade } from './add-refund.js';
import type { RefundWish } from './refund-fields.js';
import type { RefundOf } from './refund-job.js';
import { amountToRefund, requireRefundable } from './require-refundable.js';

/** A refund that somebody wants. */
export interface RefundOrder extends RefundWish {
  /** The refund_id. */
  id: string;
  /** The refund_identifier. */
  identifier: string;
  /** `merchant`, or the e-mail of an operator. */
  actor: string;
  /** How many refunds the payment had when somebody looked at it, who wants this one beside those; absent: beside any. */
  seen?: number | undefined;
  idempotencyKey?: string | undefined;
  trace?: Trace | undefined;
}

/**
 * A refund that somebody wants, not stored yet.
 * @throws {ApiError} payment_not_refundable, refund_not_supported, validation_error; changed_meanwhile when there are
 *   others than were seen
 */
export function draftRefund(payment: PaymentRecord, order: RefundOrder): Refund {
  const { id, identifier, actor, seen, reason = 'requested_by_customer', note, idempotencyKey, trace } = order;
  if (seen !== undefined && seen !== refundsMade(payment)) throw refundedMeanwhile();
  const refundable = requireRefundable(payment, actor !== 'merchant');
  const amount = amountToRefund(payment, order.amount, refundable);
  const about = {
    ...{ id, identifier, amount, currency: refundable.came.currency, reason },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(note !== undefined && { note }),
    ...(trace && { trace }),
  };
  return newRefund(payment, about, 'requested', actor);
}

/** The refund with this id, wherever it lies. */
export async function findRefund(id: string): Promise<RefundOf | null> {
  const payment = await payments.findOne({ 'refunds.id': { $exists: true, $eq: id } }); // ADR 12
  const refund = payment?.refunds?.find((each) => each.id === id);
  return payment && refund ? { payment, refund } : null;
}

/** Whether it was asked for by the very request that asks now: its Idempotency-Key may have served another one since. */
function isOf({ payment, refund }: RefundOf, trx: string, { idempotencyKey, amount }: RefundOrder): boolean {
  if (idempotencyKey === undefined || refund.idempotencyKey !== idempotencyKey || payment._id !== trx) return false;
  return amount === undefined || toMinor(amount, refund.currency) === refund.amount;
}

/** What the same request has made before, under its Idempotency-Key. @throws {ApiError} duplicate_identifier */
async function earlierOr(trx: string, order: RefundOrder, refusal: unknown): Promise<RefundOf> {
  const earlier = await findRefund(order.id);
  if (!earlier) throw refusal;
  if (!isOf(earlier, trx, order)) throw duplicateRefund();
  return earlier;
}

/**
 * Stores a refund with its key, and its obligation, in its payment: so its amount is reserved in one conditional update
 * before anything is asked of a gateway, and no two refunds can take the same money. An identifier that was used before
 * for another payment meets the unique index; it has to be looked for only when the refund is refused for another reason.
 * @throws {ApiError} duplicate_identifier, and what draftRefund() throws
 */
export async function reserveRefund(payment: PaymentRecord, order: RefundOrder): Promise<RefundOf> {
  if (payment.refunds?.some(({ id }) => id === order.id)) return earlierOr(payment._id, order, duplicateRefund());
  try {
    const reserved = await addRefund(payment, draftRefund(payment, order));
    if (reserved) {
      noteCreated(reserved, order.actor);
      return reserved;
    }
  } catch (error) {
    if (isDuplicateKey(error) || error instanceof ApiError) return earlierOr(payment._id, order, error);
    throw error;
  }
  return reserveRefund((await readPayment(payment._id)) ?? payment, order); // it has changed meanwhile: look again
}
