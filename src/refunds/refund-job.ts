import type { JobPayload } from '../jobs/catalogue.js';
import { enqueue } from '../jobs/obligation.js';
import { hasPayment, payments, readPayment, type PaymentRecord } from '../payments/payment.model.js';
import type { Refund } from '../payments/refund.js';

/** A refund with the payment that it lies in. */
export interface RefundOf {
  payment: PaymentRecord;
  refund: Refund;
}

/** The trx that a refund's key begins with. */
const trxOf = (key: string): string => key.replace(/-r\d+$/, '');

const refundWithKey = (payment: PaymentRecord, key: string): Refund | undefined =>
  payment.refunds?.find((refund) => refund.key === key);

/** The refund that a payload names, as MongoDB holds it. */
export async function readRefund(key: string): Promise<RefundOf | null> {
  const payment = await readPayment(trxOf(key));
  const refund = payment && refundWithKey(payment, key);
  return payment && refund ? { payment, refund } : null;
}

/**
 * Says that somebody is about to ask for a refund of which nobody has had an answer. A job may run twice at once, or begin
 * anew with a Redis that came back older: only the first is told so, and need not ask what became of a call before.
 * @returns the refund after it, and whether it is the first; null when it has had an answer, or has moved on
 */
export async function comeToRefund({ id, version }: JobPayload): Promise<(RefundOf & { isFirst: boolean }) | null> {
  const payment = await payments.findOneAndUpdate(
    { _id: trxOf(id), refunds: { $elemMatch: { key: id, version, status: 'requested' } } },
    { $inc: { 'refunds.$.callers': 1, version: 1 } }, // the payment's, too: others write its refunds as a whole
    { returnDocument: 'after' },
  );
  const refund = payment && refundWithKey(payment, id);
  return payment && refund ? { payment, refund, isFirst: refund.callers === 1 } : null;
}

/** Whether a refund is no longer at the version of a payload. */
export const hasRefundMoved = ({ id, version }: JobPayload): Promise<boolean> =>
  hasPayment({ _id: trxOf(id), refunds: { $elemMatch: { key: id, version: { $gt: version } } } });

/** Enqueues the job that a refund is owed: it is named by the refund's key, at the refund's own version. Best effort: the sweeper repairs it. */
export const enqueueRefund = ({ refund }: RefundOf): Promise<void> => enqueue({ ...refund, _id: refund.key });
