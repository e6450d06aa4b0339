import { merchants } from '../../merchants/merchant.model.js';
import { refundIdOf } from '../../merchants/trx.js';
import { readPayment } from '../../payments/payment.model.js';
import type { DiscrepancyRecord } from '../../reconciliation/discrepancy.model.js';
import type { RefundOf } from '../../refunds/refund-job.js';
import { takeOverRefund } from '../../refunds/take-over-refund.js';
import { differenceNotTakenOver } from '../errors.js';
import type { OperatorRecord } from '../operators/operator.model.js';

type Named = Pick<DiscrepancyRecord, 'kind' | 'trx' | 'key'>;

/** Whether a difference is a refund of a payment of ours that we did not ask for: our own keys begin with the trx. */
export const isForeignRefund = ({ kind, trx, key }: Named): boolean =>
  kind === 'refund_not_here' && !key.startsWith(`${trx}-r`);

/**
 * Takes the refund that a difference is about into its payment.
 * @throws {ApiError} difference_not_taken_over, payment_not_refundable, validation_error
 */
export async function takeOverFrom(difference: DiscrepancyRecord, operator: OperatorRecord): Promise<RefundOf> {
  const { trx, key, theirs } = difference;
  const payment = await readPayment(trx);
  const merchant = payment && (await merchants.findOne({ _id: payment.merchantId }));
  if (!merchant || !theirs || !isForeignRefund(difference)) throw differenceNotTakenOver();
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
