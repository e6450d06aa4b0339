import type { GatewayLedger, SettledRecord } from '../connectors/ledger.js';
import { aboutAttempt, currentAttempt } from '../payments/attempts.js';
import type { Dispute } from '../payments/dispute.js';
import { payments } from '../payments/payment.model.js';
import type { Books } from '../gateways/books.js';
import { keyAtGateway, type Refund } from '../payments/refund.js';
import { aboutCall } from '../refunds/about-refund.js';
import { expediteRefund } from '../refunds/recheck-refund.js';
import { readRefund } from '../refunds/refund-job.js';
import { hourOf } from '../time.js';
import { classify, isUntoldReturn, lostDisputeOf, refundOf, type ComparedPayment } from './classify.js';
import { learnDisputes } from './learn-disputes.js';
import { noteDiscrepancies, type Found, type Scope } from './note-discrepancies.js';

const BATCH = 500;

const COMPARED = {
  merchantId: 1,
  status: 1,
  account: 1,
  amounts: 1,
  attempts: 1,
  succeededAt: 1,
  refunds: 1,
  disputes: 1,
} as const;

/** Has the gateway asked about a refund that it has taken back and no callback has told of. */
async function learnReturn(key: string): Promise<void> {
  const of = await readRefund(key);
  if (of) await expediteRefund(of);
}

async function classifyPage(scope: Scope, records: SettledRecord[]): Promise<number> {
  const ids = [...new Set(records.map(({ trx }) => trx))];
  const found = await payments.find<ComparedPayment>({ _id: { $in: ids } }, { projection: COMPARED }).toArray();
  const byTrx = new Map(found.map((payment) => [payment._id, payment]));
  for (const record of records) {
    const refund = refundOf(byTrx.get(record.trx), record.key);
    if (isUntoldReturn(record, refund)) await learnReturn(refund.key);
  }
  const differing = records.flatMap((record): Found[] => {
    const payment = byTrx.get(record.trx);
    const kind = classify(record, payment);
    if (!kind) return [];
    const { key } = record;
    return [{ kind, record, payment, refund: refundOf(payment, key), dispute: lostDisputeOf(payment, key) }];
  });
  return noteDiscrepancies(scope, differing);
}

/** Looks up a payment that is in no statement of the hour: it may have moved in another hour, or not at all. */
async function classifyMissing(books: GatewayLedger, payment: ComparedPayment): Promise<Found | null> {
  const record = (await books.find(aboutAttempt(payment))) ?? undefined;
  const kind = record ? classify(record, payment) : 'not_charged_there';
  return kind && { kind, record, payment };
}

/** The same for a refund that succeeded here. */
async function classifyMissingRefund(
  books: GatewayLedger,
  payment: ComparedPayment,
  refund: Refund,
): Promise<Found | null> {
  const record = (await books.find(aboutCall(payment, refund))) ?? undefined;
  const kind = record ? classify(record, payment) : 'refund_not_there';
  return kind && { kind, record, payment, refund };
}

/** The same for a dispute that is lost here. */
async function classifyMissingDispute(
  books: GatewayLedger,
  payment: ComparedPayment,
  dispute: Dispute,
): Promise<Found | null> {
  const record = (await books.find({ ...aboutAttempt(payment), key: dispute.id })) ?? undefined;
  const kind = record ? classify(record, payment) : 'dispute_not_there';
  return kind && { kind, record, payment, dispute };
}

/** Classifies the movements of an hour's statement. Only their keys are kept in memory. */
async function compareTheirs(books: GatewayLedger, scope: Scope, hour: number) {
  const keys = new Set<string>();
  let count = 0;
  let cursor: string | null = null;
  do {
    const page = await books.list(hourOf(scope.day, hour), cursor);
    for (const { key } of page.records) keys.add(key);
    count += await classifyPage(scope, page.records);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { keys, count };
}

async function compareOurs(books: Books, scope: Scope, hour: number, keys: Set<string>): Promise<number> {
  const { from, to } = hourOf(scope.day, hour);
  const ours = payments.find<ComparedPayment>(
    { succeededAt: { $exists: true, $gte: from, $lt: to }, account: { $in: [...books.accounts] } }, // ADR 12
    { projection: COMPARED, batchSize: BATCH },
  );
  let count = 0;
  for await (const payment of ours) {
    if (keys.has(currentAttempt(payment).key)) continue;
    const missing = await classifyMissing(books.ledger, payment);
    if (missing) count += await noteDiscrepancies(scope, [missing]);
  }
  return count;
}

/** A refund that its gateway has taken back has moved there and here, and back again. */
async function compareOurRefunds(books: Books, scope: Scope, hour: number, keys: Set<string>): Promise<number> {
  const { from, to } = hourOf(scope.day, hour);
  const ours = payments.find<ComparedPayment>(
    { 'refunds.succeededAt': { $exists: true, $gte: from, $lt: to }, account: { $in: [...books.accounts] } }, // ADR 12
    { projection: COMPARED, batchSize: BATCH },
  );
  let count = 0;
  for await (const payment of ours)
    for (const refund of payment.refunds ?? []) {
      const { status, succeededAt } = refund;
      if (!succeededAt || succeededAt < from || succeededAt >= to || status !== 'succeeded') continue;
      if (keys.has(keyAtGateway(refund))) continue;
      const missing = await classifyMissingRefund(books.ledger, payment, refund);
      if (missing) count += await noteDiscrepancies(scope, [missing]);
    }
  return count;
}

async function compareOurDisputes(books: Books, scope: Scope, hour: number, keys: Set<string>): Promise<number> {
  const { from, to } = hourOf(scope.day, hour);
  const ours = payments.find<ComparedPayment>(
    { 'disputes.lostAt': { $exists: true, $gte: from, $lt: to }, account: { $in: [...books.accounts] } }, // ADR 12
    { projection: COMPARED, batchSize: BATCH },
  );
  let count = 0;
  for await (const payment of ours)
    for (const dispute of payment.disputes ?? []) {
      const { id, lostAt } = dispute;
      if (!lostAt || lostAt < from || lostAt >= to || keys.has(id)) continue;
      const missing = await classifyMissingDispute(books.ledger, payment, dispute);
      if (missing) count += await noteDiscrepancies(scope, [missing]);
    }
  return count;
}

/**
 * Compares an hour of a day: takes over what no callback has told of disputes; then compares every movement that the
 * gateway lists with our payment, refund or dispute, and every payment, refund and lost dispute here with what the gateway
 * lists. Doing it again finds nothing new.
 * @param hour 0 to 23, UTC
 * @returns how many discrepancies are new
 * @throws {ConnectorError} when the gateway did not answer; what was found until then is stored
 */
export async function compareHour(books: Books, scope: Scope, hour: number): Promise<number> {
  await learnDisputes(books.ledger, scope, hour);
  const theirs = await compareTheirs(books.ledger, scope, hour);
  const ours = await compareOurs(books, scope, hour, theirs.keys);
  const refunds = await compareOurRefunds(books, scope, hour, theirs.keys);
  return theirs.count + ours + refunds + (await compareOurDisputes(books, scope, hour, theirs.keys));
}
