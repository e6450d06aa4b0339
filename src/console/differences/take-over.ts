import { merchants } from '../../merchants/merchant.model.js';
import { refundIdOf } from '../../merchants/trx.js';
import { readPayment, type PaymentRecord } from '../../payments/payment.model.js';
import { moneyOf } from '../../payments/refunded.js';
import type { DiscrepancyRecord } from '../../reconciliation/discrepancy.model.js';
import type { RefundOf } from '../../refunds/refund-job.js';
import { takeOverRefund } from '../../refunds/take-over-refund.js';
import { paymentNotRefundable } from '../../errors.js';
import { differenceNotTakenOver } from '../errors.js';
import type { OperatorRecord } from '../operators/operator.model.js';

type Named = Pick<DiscrepancyRecord, 'kind' | 'trx' | 'key'> & { theirs: { currency: string } | null };

/**
 * Whose refund it is that the gateway has made and nobody here counts: one that we did not ask for, our own keys begin with
 * the trx; one of ours that had failed; or one of ours that is asked about, or has succeeded by another movement. It is
 * nobody's while our payment has no money that it could be of.
 */
export type Origin = 'foreign' | 'made_late' | 'ours' | 'unpaid';

export function originOf({ trx, key, theirs }: Named, payment: PaymentRecord | null | undefined): Origin {
  const isOurs = key.startsWith(`${trx}-r`);
  const refund = payment?.refunds?.find((each) => each.key === key);
  if (isOurs && (refund?.status !== 'failed' || refund.succeededAt)) return 'ours';
  if (payment && moneyOf(payment)?.currency !== theirs?.currency) return 'unpaid';
  return isOurs ? 'made_late' : 'foreign';
}

/** Whether a refund that a difference is about may become one of its payment. */
export const mayBeTakenOver = ({ kind }: Pick<Named, 'kind'>, origin: Origin): boolean =>
  kind === 'refund_not_here' && (origin === 'foreign' || origin === 'made_late');

/**
 * Takes the refund that a difference is about into its payment.
 * @throws {ApiError} difference_not_taken_over, payment_not_refundable, validation_error
 */
export async function takeOverFrom(difference: DiscrepancyRecord, operator: OperatorRecord): Promise<RefundOf> {
  const { trx, key, theirs } = difference;
  const payment = await readPayment(trx);
  const merchant = payment && (await merchants.findOne({ _id: payment.merchantId }));
  const origin = originOf(difference, payment);
  if (origin === 'unpaid') throw paymentNotRefundable();
  if (!merchant || !theirs || !mayBeTakenOver(difference, origin)) throw differenceNotTakenOver();
  const { reference, currency } = theirs;
  const identifier = `gateway-${reference}`; // the same movement is the same refund, whoever takes it over
  return takeOverRefund(payment, {
    id: refundIdOf(merchant, identifier),
    identifier,
    ...{ key, reference, currency },
    amount: -theirs.amount,
    actor: operator.email,
  });
}
