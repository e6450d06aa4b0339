import { toUsd } from '../money/exchange.js';
import type { PaymentRecord } from './payment.model.js';
import { publicRefundStatus, type RefundPublicStatus } from './refund-states.js';
import type { Refund } from './refund.js';
import { publicStatus } from './states.js';

/** Where a payment stands with its refunds, for merchants. */
export const REFUND_STANDINGS = ['none', 'pending', 'partial', 'full'] as const;
export type RefundStanding = (typeof REFUND_STANDINGS)[number];

type Refunded = Pick<PaymentRecord, 'status' | 'amounts' | 'rate' | 'succeededAt' | 'review' | 'refunds' | 'disputes'>;

/** Money of a customer's that lies with the gateway, in minor units. */
export interface Money {
  amount: number;
  currency: string;
  at: Date;
}

/**
 * What came of a payment, all of which may go back: its own money, or what a person has refused to take for it. Null when
 * nothing came.
 */
export function moneyOf({ status, amounts, succeededAt, review }: Omit<Refunded, 'rate'>): Money | null {
  if (publicStatus(status) === 'success')
    return { amount: amounts.gross, currency: amounts.currency, at: succeededAt ?? new Date(0) };
  if (review?.decision !== 'reject' || review.amount === 0) return null;
  return { amount: review.amount, currency: review.currency, at: review.openedAt };
}

const having = ({ refunds = [] }: Pick<Refunded, 'refunds'>, status: RefundPublicStatus): Refund[] =>
  refunds.filter((refund) => publicRefundStatus(refund.status) === status);

const sumOf = (refunds: Refund[], field: 'amount' | 'amountUsd'): number =>
  refunds.reduce((sum, refund) => sum + refund[field], 0);

/** Minor units that are neither back with the customer nor on their way by a refund. */
export function leftOf(payment: Refunded): number {
  const came = moneyOf(payment)?.amount ?? 0;
  const taken = [...having(payment, 'success'), ...having(payment, 'pending')];
  return Math.max(0, came - sumOf(taken, 'amount'));
}

/** Minor units that customers want back from their bank, or have got: all that came, when it is of another currency. */
export function disputedOf(payment: Refunded): number {
  const came = moneyOf(payment);
  const covered = (payment.disputes ?? []).filter(({ state }) => state !== 'won');
  return covered.reduce(
    (sum, { amount, currency }) => sum + (currency === came?.currency ? amount : (came?.amount ?? 0)),
    0,
  );
}

/** Minor units that can go back by a refund: what is left, less what a dispute covers. */
export const refundableOf = (payment: Refunded): number => Math.max(0, leftOf(payment) - disputedOf(payment));

/** What has gone back so far, in minor units and cents, and what that makes of the payment. */
export function refundedOf(payment: Omit<Refunded, 'rate'>): {
  amount: number;
  amountUsd: number;
  standing: RefundStanding;
} {
  const done = having(payment, 'success');
  const amount = sumOf(done, 'amount');
  const came = moneyOf(payment)?.amount ?? 0;
  const sums = { amount, amountUsd: sumOf(done, 'amountUsd') };
  if (having(payment, 'pending').length > 0) return { ...sums, standing: 'pending' };
  if (amount === 0) return { ...sums, standing: 'none' };
  return { ...sums, standing: amount >= came ? 'full' : 'partial' };
}

/** The same with what was lost by disputes. */
function goneOf(payment: Refunded): { amount: number; amountUsd: number } {
  const { amount, amountUsd } = refundedOf(payment);
  const { currency } = payment.amounts;
  const lost = (payment.disputes ?? []).filter((each) => each.state === 'lost' && each.currency === currency);
  return {
    amount: lost.reduce((sum, each) => sum + each.amount, amount),
    amountUsd: lost.reduce((sum, each) => sum + (each.amountUsd ?? 0), amountUsd),
  };
}

/**
 * The cents of a refund, or of a dispute that is lost, after all that has gone back so far: what has gone back in USD
 * afterwards, less what had before. So the last one ends at the payment's own figure, to the cent.
 */
export function usdOf(payment: Refunded, { amount, currency }: Pick<Refund, 'amount' | 'currency'>): number {
  const { amounts, rate } = payment;
  if (currency !== amounts.currency) return 0; // money that a person has refused, or a dispute's: no rate was frozen for it
  const before = goneOf(payment);
  const after = before.amount + amount;
  const afterUsd = after === amounts.gross ? amounts.grossUsd : toUsd(after, currency, rate);
  return Math.max(0, afterUsd - before.amountUsd);
}
