import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { DAY_MS, endOf, startOf } from '../time.js';
import { toDecimal } from '../money/amounts.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { amountsOf, RunningTotals, type Totals } from './totals.js';

/** A merchant's payments by the day, UTC, on which they succeeded: from one on and up to another, both included. */
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

const READ = {
  identifier: 1,
  method: 1,
  amounts: 1,
  rate: 1,
  succeededAt: 1,
  createdAt: 1,
  lateConfirmation: 1,
} as const;

const COLUMNS = [
  'line',
  'trx',
  'identifier',
  'method',
  'created_at',
  'succeeded_at',
  'late_confirmation',
  'payments',
  'currency',
  'gross_amount',
  'charge',
  'net_amount',
  'gross_amount_usd',
  'charge_usd',
  'net_amount_usd',
  'conversion_rate',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number>>;

function money(amounts: Omit<Totals, 'payments'>): Row {
  const { currency } = amounts;
  return {
    currency,
    gross_amount: toDecimal(amounts.gross, currency),
    charge: toDecimal(amounts.charge, currency),
    net_amount: toDecimal(amounts.net, currency),
    gross_amount_usd: toDecimal(amounts.grossUsd, 'USD'),
    charge_usd: toDecimal(amounts.chargeUsd, 'USD'),
    net_amount_usd: toDecimal(amounts.netUsd, 'USD'),
  };
}

const paymentRow = (payment: SettledPayment): Row => ({
  line: 'payment',
  trx: payment._id,
  identifier: payment.identifier,
  method: payment.method ?? '',
  created_at: payment.createdAt.toISOString(),
  succeeded_at: payment.succeededAt?.toISOString() ?? '',
  late_confirmation: String(payment.lateConfirmation),
  payments: 1,
  ...money(amountsOf(payment)),
  conversion_rate: payment.rate.value,
});

const totalOf = (totals: Totals): Row => ({ payments: totals.payments, ...money(totals) });

/** Every payment, then a total for each currency. */
export async function* settlementRows(found: AsyncIterable<SettledPayment>): AsyncGenerator<Row> {
  const totals = new RunningTotals();
  for await (const payment of found) {
    totals.add(payment);
    yield paymentRow(payment);
  }
  for (const each of totals.list()) yield { line: 'total', ...totalOf(each) };
}

/** The payments day by day, each day in the order of success, so that no sort is larger than a day. */
async function* settledPayments({ merchantId, from, to }: SettlementQuery): AsyncGenerator<SettledPayment> {
  const end = endOf(to).getTime();
  // By moments: as texts days sort to 9999-12-31 only, and a walk to that day would never end.
  for (let start = startOf(from).getTime(); start < end; start += DAY_MS) {
    const succeededAt = { $exists: true, $gte: new Date(start), $lt: new Date(start + DAY_MS) }; // ADR 12
    yield* payments
      .find<SettledPayment>({ merchantId, succeededAt }, { projection: READ, batchSize: 500 })
      .sort({ succeededAt: 1 });
  }
}

/**
 * Rows as CSV (RFC 4180). A merchant's text that a spreadsheet would take for a formula gets an apostrophe before it
 * (OWASP, CSV Injection); amounts are never negative, so none of them does.
 */
export function toCsv(rows: AsyncIterable<Row>): Readable {
  const csv = stringify({ header: true, columns: [...COLUMNS], record_delimiter: 'windows', escape_formulas: true });
  // A fault of the source ends the stream with that fault, which whoever reads it is told.
  return pipeline(Readable.from(rows), csv, () => undefined);
}

/** A merchant's settlement report. */
export const settlementCsv = (query: SettlementQuery): Readable => toCsv(settlementRows(settledPayments(query)));

/** What such a report ends with, by currency: amounts in major units, as exact decimal text. */
export async function settlementTotals(query: SettlementQuery): Promise<Row[]> {
  const totals = new RunningTotals();
  for await (const payment of settledPayments(query)) totals.add(payment);
  return totals.list().map(totalOf);
}
