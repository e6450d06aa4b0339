import type { GatewayLedger, SettledRecord } from '../connectors/ledger.js';
import { payments } from '../payments/payment.model.js';
import { refundAtGateway } from '../payments/refund.js';
import type { Books } from '../gateways/books.js';
import { expediteRefund } from '../refunds/recheck-refund.js';
import { readRefund } from '../refunds/refund-job.js';
import { hourOf, type Window } from '../time.js';
import { classify, isUntoldReturn, lostDisputeOf, type ComparedPayment } from './classify.js';
import { learnDisputes } from './learn-disputes.js';
import { MOVED_HERE, type Ours } from './moved-here.js';
import { noteDiscrepancies, type Found, type Scope } from './note-discrepancies.js';

const BATCH = 500;

const COMPARED = {
  merchantId: 1,
  status: 1,
  account: 1,
  amounts: 1,
  attempts: 1,
  succeededAt: 1,
  review: 1,
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
    const refund = refundAtGateway(byTrx.get(record.trx), record.key);
    if (isUntoldReturn(record, refund)) await learnReturn(refund.key);
  }
  const differing = records.flatMap((record): Found[] => {
    const { key, trx } = record;
    const payment = byTrx.get(trx);
    const kind = classify(record, payment);
    if (!kind) return [];
    const ours = { payment, refund: refundAtGateway(payment, key), dispute: lostDisputeOf(payment, key) };
    return [{ kind, key, trx, record, ...ours }];
  });
  return noteDiscrepancies(scope, differing);
}

/** Classifies the movements of an hour's statement. Only their keys are kept in memory. */
async function compareTheirs(ledger: GatewayLedger, scope: Scope, window: Window) {
  const keys = new Set<string>();
  let count = 0;
  let cursor: string | null = null;
  do {
    const page = await ledger.list(window, cursor);
    for (const { key } of page.records) keys.add(key);
    count += await classifyPage(scope, page.records);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { keys, count };
}

/** Looks up what is in no statement of the hour: it may have moved in another hour, or not at all. */
async function lookUp(
  { ledger }: Books,
  payment: ComparedPayment,
  { about, missing, ...what }: Ours,
): Promise<Found | null> {
  const record = (await ledger.find(about)) ?? undefined;
  const kind = record ? classify(record, payment) : missing;
  const { key, trx } = record ?? about;
  return kind && { kind, key, trx, record, payment, ...what };
}

async function compareOurs(books: Books, scope: Scope, window: Window, keys: Set<string>): Promise<number> {
  let count = 0;
  for (const { sought, movedOf } of MOVED_HERE) {
    const moved = payments.find<ComparedPayment>(
      { ...sought(window), account: { $in: [...books.accounts] } },
      { projection: COMPARED, batchSize: BATCH },
    );
    for await (const payment of moved)
      for (const ours of movedOf(payment, window)) {
        if (keys.has(ours.about.key)) continue;
        const found = await lookUp(books, payment, ours);
        if (found) count += await noteDiscrepancies(scope, [found]);
      }
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
  const window = hourOf(scope.day, hour);
  await learnDisputes(books, window);
  const theirs = await compareTheirs(books.ledger, scope, window);
  return theirs.count + (await compareOurs(books, scope, window, theirs.keys));
}
