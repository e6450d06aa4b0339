import { payments, type PaymentRecord } from '../payments/payment.model.js';
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
 * A payment that succeeded; a refund of one that went back, which counts below zero; or a refund that its gateway has
 * taken back after all, which counts above.
 */
export type SettledLine = { payment: SettledPayment; refund?: Refund; isTakenBack?: true };

const READ = {
  identifier: 1,
  method: 1,
  amounts: 1,
  rate: 1,
  succeededAt: 1,
  createdAt: 1,
  lateConfirmation: 1,
} as const;

/** What a line brings the merchant, in minor units; net is always gross minus charge. The fee is not given back. */
export function amountsOf({ payment: { amounts }, refund, isTakenBack }: SettledLine): Totals {
  const { currency, gross, charge, grossUsd, chargeUsd } = amounts;
  if (!refund) {
    const net = gross - charge;
    return { currency, payments: 1, refunds: 0, gross, charge, net, grossUsd, chargeUsd, netUsd: grossUsd - chargeUsd };
  }
  const [amount, usd] = isTakenBack ? [refund.amount, refund.amountUsd] : [-refund.amount, -refund.amountUsd];
  return {
    currency,
    payments: 0,
    refunds: 1,
    gross: amount,
    charge: 0,
    net: amount,
    grossUsd: usd,
    chargeUsd: 0,
    netUsd: usd,
  };
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

/** Day by day, each day's payments in the order of success and then its refunds, so that no sort is larger than a day. */
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
  }
}
