import { payments, type PaymentRecord } from '../payments/payment.model.js';
import type { Dispute } from '../payments/dispute.js';
import type { Refund } from '../payments/refund.js';
import { DAY_MS, endOf, startOf } from '../time.js';
import type { Totals } from './totals.js';

/** What a merchant is settled for by the day, UTC, on which it happened: from one on and up to another, both included. */
export interface SettlementQuery {
  merchantId: string;
  /** As YYYY-MM-DD, like `to`. */
  from: string;
  to: string;
}

export type SettledPayment = Pick<
  PaymentRecord,
  '_id' | 'identifier' | 'method' | 'amounts' | 'rate' | 'succeededAt' | 'createdAt' | 'lateConfirmation'
>;

/**
 * A payment that succeeded; a refund of one that went back, or a dispute that was lost, which count below zero; or a refund
 * that its gateway has taken back after all, which counts above.
 */
export type SettledLine = { payment: SettledPayment; refund?: Refund; isTakenBack?: true; dispute?: Dispute };

const READ = {
  identifier: 1,
  method: 1,
  amounts: 1,
  rate: 1,
  succeededAt: 1,
  createdAt: 1,
  lateConfirmation: 1,
} as const;

/** Money that moves without a fee. */
const uncharged = (currency: string, amount: number, usd: number) => ({
  currency,
  gross: amount,
  charge: 0,
  net: amount,
  grossUsd: usd,
  chargeUsd: 0,
  netUsd: usd,
});

/** What a line brings the merchant, in minor units; net is always gross minus charge. The fee is not given back. */
export function amountsOf({ payment: { amounts }, refund, isTakenBack, dispute }: SettledLine): Totals {
  const { currency, gross, charge, grossUsd, chargeUsd } = amounts;
  const counts = { payments: 0, refunds: 0, disputes: 0 };
  if (dispute)
    return { ...counts, disputes: 1, ...uncharged(dispute.currency, -dispute.amount, -(dispute.amountUsd ?? 0)) };
  if (refund) {
    const sign = isTakenBack ? 1 : -1;
    return { ...counts, refunds: -sign, ...uncharged(currency, sign * refund.amount, sign * refund.amountUsd) };
  }
  const [net, netUsd] = [gross - charge, grossUsd - chargeUsd];
  return { ...counts, payments: 1, currency, gross, charge, net, grossUsd, chargeUsd, netUsd };
}

type Moment = 'succeededAt' | 'takenBackAt';

/** Refunds to which it happened on a day. Those of money that a person has refused are in no report, as the money is not. */
async function* refundsOf(merchantId: string, moment: Moment, from: Date, to: Date): AsyncGenerator<SettledLine> {
  const onDay = { [`refunds.${moment}`]: { $exists: true, $gte: from, $lt: to } }; // ADR 12
  const found = payments
    .find<SettledPayment & { refunds: Refund[] }>({ merchantId, ...onDay }, { projection: { ...READ, refunds: 1 } })
    .batchSize(500);
  for await (const { refunds, ...payment } of found)
    for (const refund of payment.succeededAt ? refunds : []) {
      const at = refund[moment];
      if (!at || at < from || at >= to) continue; // another refund of the same payment was found
      yield { payment, refund, ...(moment === 'takenBackAt' && { isTakenBack: true }) };
    }
}

/** The disputes that were lost on a day. */
async function* lostDisputes(merchantId: string, from: Date, to: Date): AsyncGenerator<SettledLine> {
  const lostAt = { $exists: true, $gte: from, $lt: to }; // ADR 12
  const found = payments
    .find<SettledPayment & { disputes: Dispute[] }>(
      { merchantId, 'disputes.lostAt': lostAt },
      { projection: { ...READ, disputes: 1 } },
    )
    .batchSize(500);
  for await (const { disputes, ...payment } of found)
    for (const dispute of payment.succeededAt ? disputes : [])
      if (dispute.lostAt && dispute.lostAt >= from && dispute.lostAt < to) yield { payment, dispute };
}

/** Day by day, each day's payments in the order of success, then its refunds and disputes, so that no sort is larger than a day. */
export async function* settledLines({ merchantId, from, to }: SettlementQuery): AsyncGenerator<SettledLine> {
  const end = endOf(to).getTime();
  // By moments: as texts days sort to 9999-12-31 only, and a walk to that day would never end.
  for (let start = startOf(from).getTime(); start < end; start += DAY_MS) {
    const [first, next] = [new Date(start), new Date(start + DAY_MS)];
    const succeededAt = { $exists: true, $gte: first, $lt: next }; // ADR 12
    const found = payments
      .find<SettledPayment>({ merchantId, succeededAt }, { projection: READ, batchSize: 500 })
      .sort({ succeededAt: 1 });
    for await (const payment of found) yield { payment };
    yield* refundsOf(merchantId, 'succeededAt', first, next);
    yield* refundsOf(merchantId, 'takenBackAt', first, next);
    yield* lostDisputes(merchantId, first, next);
  }
}
