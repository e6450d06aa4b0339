import { accountsAt } from '../../../src/gateways/accounts.js';
import type { Books } from '../../../src/gateways/books.js';
import { DAY_MS, dayOf, hourOf, type Window } from '../../../src/time.js';
import { compareHour } from '../../../src/reconciliation/compare-hour.js';
import { merchants } from '../../../src/merchants/merchant.model.js';
import { currentAttempt } from '../../../src/payments/attempts.js';
import { payments, type PaymentRecord } from '../../../src/payments/payment.model.js';
import { findReference } from '../../../src/proofs/references.js';
import { settlementTotals } from '../../../src/settlement/settlement-csv.js';
import { paidReferences } from './past-payment.js';

// What is asked of one hour or day, of which there is as much at every size.

const GATEWAY = 'sandbox';
/** Over by now, and in the smallest database. */
const someHour = (): Date => new Date(Date.now() - 2 * 3_600_000);

/** What a payment and its refunds have moved, and when, if they have. */
function movementsOf(payment: PaymentRecord) {
  const { _id: trx, amounts, succeededAt, refunds = [] } = payment;
  const { key, reference } = currentAttempt(payment);
  const { gross: amount, currency } = amounts;
  return [
    { trx, key, reference, amount, currency, at: succeededAt },
    ...refunds.map((refund) => ({ ...refund, trx, amount: -refund.amount, at: refund.succeededAt })),
  ];
}

/** The books of a gateway that agrees with ours, about one hour. */
async function agreeingBooks(hour: Window): Promise<Books> {
  const moment = { $exists: true, $gte: hour.from, $lt: hour.to };
  const accounts = accountsAt(GATEWAY);
  const moved = { $or: [{ succeededAt: moment }, { 'refunds.succeededAt': moment }] };
  const ours = await payments.find({ ...moved, account: { $in: accounts } }).toArray();
  const records = ours.flatMap(movementsOf).flatMap(({ trx, key, reference = '', amount, currency, at }) => {
    const isOfHour = at && at >= hour.from && at < hour.to;
    return isOfHour ? [{ trx, key, reference, amount, currency, at }] : [];
  });
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
