import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { toDecimal } from '../money/amounts.js';
import { amountsOf, settledLines, type SettledLine, type SettlementQuery } from './lines.js';
import { RunningTotals, type Totals } from './totals.js';

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
  'refunds',
  'refund_id',
  'refund_identifier',
  'disputes',
  'dispute_id',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number>>;

const decimal = (minor: number, currency: string): string =>
  `${minor < 0 ? '-' : ''}${toDecimal(Math.abs(minor), currency)}`;

function counted({ currency, payments, refunds, disputes, ...amounts }: Totals): Row {
  return {
    payments,
    currency,
    gross_amount: decimal(amounts.gross, currency),
    charge: decimal(amounts.charge, currency),
    net_amount: decimal(amounts.net, currency),
    gross_amount_usd: decimal(amounts.grossUsd, 'USD'),
    charge_usd: decimal(amounts.chargeUsd, 'USD'),
    net_amount_usd: decimal(amounts.netUsd, 'USD'),
    refunds,
    disputes,
  };
}

/** A merchant's text that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV Injection). */
const unlessFormula = (text: string): string => (/^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text);

function nameOf({ refund, isTakenBack, dispute }: SettledLine): string {
  if (dispute) return 'dispute';
  return refund ? (isTakenBack ? 'refund_taken_back' : 'refund') : 'payment';
}

/** When it happened. */
function momentOf({ payment, refund, isTakenBack, dispute }: SettledLine): Date | undefined {
  if (dispute) return dispute.lostAt;
  return isTakenBack ? refund?.takenBackAt : (refund ?? payment).succeededAt;
}

/** Units of the line's currency for 1 USD; nothing when a dispute was lost in a currency that has no rate. */
function rateOf({ payment: { amounts, rate }, dispute }: SettledLine): string {
  if (!dispute || dispute.currency === amounts.currency) return rate.value;
  return dispute.rate?.value ?? '';
}

function rowOf(line: SettledLine): Row {
  const { payment, refund, dispute } = line;
  return {
    line: nameOf(line),
    trx: payment._id,
    identifier: unlessFormula(payment.identifier),
    method: payment.method ?? '',
    created_at: (dispute?.openedAt ?? (refund ?? payment).createdAt).toISOString(),
    succeeded_at: momentOf(line)?.toISOString() ?? '',
    late_confirmation: String(payment.lateConfirmation),
    ...counted(amountsOf(line)),
    conversion_rate: rateOf(line),
    refund_id: refund?.id ?? '',
    refund_identifier: unlessFormula(refund?.identifier ?? ''),
    dispute_id: unlessFormula(dispute?.id ?? ''),
  };
}

/** Every payment, refund and lost dispute, then a total for each currency. */
export async function* settlementRows(found: AsyncIterable<SettledLine>): AsyncGenerator<Row> {
  const totals = new RunningTotals();
  for await (const line of found) {
    totals.add(amountsOf(line));
    yield rowOf(line);
  }
  for (const each of totals.list()) yield { line: 'total', ...counted(each) };
}

/** Rows as CSV (RFC 4180). */
export function toCsv(rows: AsyncIterable<Row>): Readable {
  const csv = stringify({ header: true, columns: [...COLUMNS], record_delimiter: 'windows' });
  // A fault of the source ends the stream with that fault, which whoever reads it is told.
  return pipeline(Readable.from(rows), csv, () => undefined);
}

/** A merchant's settlement report. */
export const settlementCsv = (query: SettlementQuery): Readable => toCsv(settlementRows(settledLines(query)));

/** What such a report ends with, by currency: amounts in major units, as exact decimal text. */
export async function settlementTotals(query: SettlementQuery): Promise<Row[]> {
  const totals = new RunningTotals();
  for await (const line of settledLines(query)) totals.add(amountsOf(line));
  return totals.list().map(counted);
}
