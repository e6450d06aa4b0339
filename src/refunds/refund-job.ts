import type { JobPayload } from '../jobs/catalogue.js';
import { enqueueNew, type Waiting } from '../jobs/obligation.js';
import { readPayment, type PaymentRecord } from '../payments/payment.model.js';
import { payments } from '../payments/payment.model.js';
import type { Refund } from '../payments/refund.js';

/** A refund with the payment that it lies in. */
export interface RefundOf {
  payment: PaymentRecord;
  refund: Refund;
}

/** What the job of a refund is about: it is named by the refund's key, at the refund's own version. */
export interface RefundDocument extends Waiting {
  payment: PaymentRecord;
}

export const documentOf = ({ payment, refund }: RefundOf): RefundDocument => ({
  _id: refund.key,
  version: refund.version,
  next: refund.next ?? null,
  payment,
});

/** The trx that a refund's key begins with. */
const trxOf = (key: string): string => key.replace(/-r\d+$/, '');

export const refundWithKey = (payment: PaymentRecord, key: string): Refund | undefined =>
  payment.refunds?.find((refund) => refund.key === key);

/** The refund that a payload names, as MongoDB holds it. */
export async function readRefund(key: string): Promise<RefundOf | null> {
  const payment = await readPayment(trxOf(key));
  const refund = payment && refundWithKey(payment, key);
  return payment && refund ? { payment, refund } : null;
}

/** Whether a refund is no longer at the version of a payload. */
export const hasRefundMoved = async ({ id, version }: JobPayload): Promise<boolean> =>
  (await payments.findOne(
    { _id: trxOf(id), refunds: { $elemMatch: { key: id, version: { $gt: version } } } },
    { projection: { _id: 1 } },
  )) !== null;

/** Enqueues the job that a refund is owed, which need not read it when it begins at once. Best effort: the sweeper repairs it. */
export const enqueueRefund = (of: RefundOf): Promise<void> => enqueueNew(documentOf(of));
