import { accountsAt } from '../../../src/gateways/accounts.js';
import type { SettledRecord } from '../../../src/connectors/ledger.js';
import type { Books } from '../../../src/gateways/books.js';
import { DAY_MS, dayOf, hourOf } from '../../../src/time.js';
import { compareHour } from '../../../src/reconciliation/compare-hour.js';
import { merchants } from '../../../src/merchants/merchant.model.js';
import { currentAttempt } from '../../../src/payments/attempts.js';
import { payments, type PaymentRecord } from '../../../src/payments/payment.model.js';
import type { Window } from '../../../src/reconciliation/moved-here.js';
import { findReference } from '../../../src/proofs/references.js';
import { settlementTotals } from '../../../src/settlement/settlement-csv.js';
import { paidReferences } from './past-payment.js';

// What is asked of one hour or day, of which there is as much at every size.

const GATEWAY = 'sandbox';
/** Over by now, and in the smallest database. */
const someHour = (): Date => new Date(Date.now() - 2 * 3_600_000);

/** Where a payment, or a refund of it, stands in its gateway's books. */
const line = ({ _id: trx }: PaymentRecord, key: string, reference = '') => ({ key, trx, reference });

const within = (at: Date | undefined, { from, to }: Window): at is Date => at !== undefined && at >= from && at < to;

/** What a payment and its refunds moved within an hour. */
function movementsOf(payment: PaymentRecord, hour: Window): SettledRecord[] {
  const { succeededAt, refunds = [] } = payment;
  const { key, reference } = currentAttempt(payment);
  const { gross: amount, currency } = payment.amounts;
  const came = within(succeededAt, hour)
    ? [{ ...line(payment, key, reference), amount, currency, at: succeededAt }]
    : [];
  const wentBack = refunds.flatMap((refund) => {
    const { succeededAt: at } = refund;
    if (!within(at, hour)) return [];
    return [{ ...line(payment, refund.key, refund.reference), amount: -refund.amount, currency, at }];
  });
  return [...came, ...wentBack];
}

/** The books of a gateway that agrees with ours, about one hour. */
async function agreeingBooks(hour: Window): Promise<Books> {
  const moment = { $exists: true, $gte: hour.from, $lt: hour.to };
  const accounts = accountsAt(GATEWAY);
  const moved = { $or: [{ succeededAt: moment }, { 'refunds.succeededAt': moment }] };
  const ours = await payments.find({ ...moved, account: { $in: accounts } }).toArray();
  const records = ours.flatMap((payment) => movementsOf(payment, hour));
  const ledger = { list: () => Promise.resolve({ records, nextCursor: null }), find: () => Promise.resolve(null) };
  return { name: GATEWAY, accounts, ledger };
}

/**
 * Compares an hour with a gateway's books, as `reconciliation` does. @returns what does so
 * @throws {Error} when it finds a difference
 */
export async function comparison(): Promise<() => Promise<unknown>> {
  const at = someHour();
  const day = dayOf(at);
  const books = await agreeingBooks(hourOf(day, at.getUTCHours()));
  return async () => {
    const found = await compareHour(books, { gateway: GATEWAY, day }, at.getUTCHours());
    if (found > 0) throw new Error(`An hour of which both books agree differs ${found} times`);
  };
}

/** A merchant's settlement of yesterday. @returns what adds it up */
export async function settlement(): Promise<() => Promise<unknown>> {
  const merchant = await merchants.findOne({});
  const day = dayOf(new Date(Date.now() - DAY_MS));
  return () => settlementTotals({ merchantId: merchant?._id ?? '', from: day, to: day });
}

/** Finds payments by the references that their customers show. @returns what looks for the next one */
export async function reference(): Promise<() => Promise<void>> {
  const paid = paidReferences();
  let next = 0;
  return async () => {
    const sought = paid[next++ % paid.length] ?? '';
    if (!(await findReference(sought))) throw new Error(`No payment was found by its reference ${sought}`);
  };
}
