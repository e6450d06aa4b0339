import type { SettledRecord } from '../connectors/ledger.js';
import { isAsAsked } from '../payments/as-asked.js';
import { currentAttempt } from '../payments/attempts.js';
import type { Dispute } from '../payments/dispute.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { refundAtGateway, type Refund } from '../payments/refund.js';
import { refundedOf } from '../payments/refunded.js';
import type { DiscrepancyKind } from './discrepancy.model.js';

/** What is read of a payment to compare it. */
export type ComparedPayment = Pick<
  PaymentRecord,
  | '_id'
  | 'merchantId'
  | 'status'
  | 'account'
  | 'amounts'
  | 'attempts'
  | 'succeededAt'
  | 'review'
  | 'refunds'
  | 'disputes'
>;

/** Whether money of a refund came back at the gateway that has still succeeded here: it is to be asked. */
export const isUntoldReturn = ({ amount }: SettledRecord, refund: Refund | undefined): refund is Refund =>
  amount > 0 && refund?.status === 'succeeded';

/** The dispute that is lost by this key; undefined when there is none. */
export const lostDisputeOf = (payment: ComparedPayment | undefined, key: string): Dispute | undefined =>
  payment?.disputes?.find(({ id, lostAt }) => id === key && lostAt !== undefined);

function classifyDispute({ amount, currency }: SettledRecord, dispute: Dispute | undefined): DiscrepancyKind | null {
  if (!dispute) return 'dispute_not_here';
  return dispute.amount === -amount && dispute.currency === currency ? null : 'amount_differs';
}

const isCalled = ({ reference, alias }: SettledRecord, name: string): boolean => [reference, alias].includes(name);

/** How money that went back differs from our refund with its key, which stands for one movement. */
function classifyRefund(record: SettledRecord, refund: Refund | undefined): DiscrepancyKind | null {
  const { amount, currency, isOwnName } = record;
  if (!refund?.succeededAt) return 'refund_not_here';
  if (refund.reference !== undefined && !isOwnName && !isCalled(record, refund.reference)) return 'refund_not_here';
  return refund.amount === -amount && refund.currency === currency ? null : 'amount_differs';
}

/** The outcomes whose reference names a movement. Before them it may name an order. */
const CONFIRMED = new Set(['authorized', 'paid']);

/** Whether this movement is the one that a payment which succeeded stands for. */
function isCounted(record: SettledRecord, payment: ComparedPayment): boolean {
  const attempt = currentAttempt(payment);
  if (attempt.key !== record.key) return false;
  if (!CONFIRMED.has(attempt.outcome ?? '')) return true;
  return attempt.reference !== undefined && isCalled(record, attempt.reference);
}

/** Whether it is money that a person has refused, and that has gone back since. */
const isSentBack = ({ key, amount, currency }: SettledRecord, payment: ComparedPayment): boolean =>
  payment.review?.decision === 'reject' &&
  payment.review.amount === amount &&
  payment.review.currency === currency &&
  currentAttempt(payment).key === key &&
  refundedOf(payment).standing === 'full';

/** How a movement at the gateway differs from the payment that it names; null: not at all. */
export function classify(record: SettledRecord, payment: ComparedPayment | undefined): DiscrepancyKind | null {
  if (record.by === 'dispute') return classifyDispute(record, lostDisputeOf(payment, record.key));
  const refund = refundAtGateway(payment, record.key);
  // It came back, of a refund that we know perhaps: see isUntoldReturn().
  if (record.by === 'return' || (record.amount > 0 && refund)) return null;
  if (record.amount < 0) return classifyRefund(record, refund);
  if (payment?.status !== 'succeeded') return payment && isSentBack(record, payment) ? null : 'not_succeeded_here';
  if (!isCounted(record, payment)) return 'charged_twice';
  return isAsAsked(payment, record) ? null : 'amount_differs';
}
