import { logger } from '../telemetry/logger.js';
import type { Charge, LedgerLine, OnFile, SettledLine } from './charge.js';
import { openJournal } from './journal.js';
import { decidedLine } from './ledger-line.js';
import { isSeen, type DisputeRecord } from './disputes/dispute.js';
import { DisputeBook } from './disputes/dispute-book.js';
import { ledgerPage, type LedgerCursor } from './ledger-page.js';
import type { FileRecord } from './file-record.js';
import type { OrderRecord } from './orders/order.js';
import { OrderBook } from './orders/order-book.js';
import type { RefundRecord } from './refunds/refund.js';
import { RefundBook } from './refunds/refund-book.js';
import { createStatement, type StatementPage, type Window } from './statement.js';

/** What the gateway knows, by idempotency key. Everything is on file before `save` returns. */
export interface Ledger {
  find(key: string): Charge | undefined;
  findByChallenge(token: string): Charge | undefined;
  /** The charges of which the merchant side is to be told by now, in ms since 1970. */
  untold(now: number): Charge[];
  save(charge: Charge): void;
  orders: OrderBook;
  refunds: RefundBook;
  disputes: DisputeBook;
  /** The decisions that fell for one reference, in the order in which their keys first came. */
  list(reference: string): LedgerLine[];
  /** All that was saved since a moment, in ms since 1970, a page at a time. */
  listSince(since: number, cursor: LedgerCursor | null): ReturnType<typeof ledgerPage>;
  /** Money that moved from one moment on and before another, in the order in which it did, a page at a time. */
  settled(window: Window, cursor: number): StatementPage;
  /** What a key has moved. */
  settledOf(key: string): SettledLine | undefined;
  /** Purges the keys that nobody has used since a moment, in ms since 1970, in memory and on file. */
  purge(before: number): void;
  close(): void;
}

/** Those at the beginning of records in the order in which they were saved. */
function* savedBefore<T extends OnFile>(records: Iterable<T>, before: number): Iterable<T> {
  for (const record of records) {
    if ((record.savedAt ?? 0) >= before) return;
    yield record;
  }
}

/** Replays the file at `path`: its last line about a key is what holds. */
export function openLedger(path: string): Ledger {
  /** The one that was saved last comes last. */
  const charges = new Map<string, Charge>();
  const keysByToken = new Map<string, string>();
  const keysByReference = new Map<string, Set<string>>();
  const untold = new Set<string>();
  const statement = createStatement();

  function index(reference: string, key: string): void {
    const keys = keysByReference.get(reference);
    if (keys) keys.add(key);
    else keysByReference.set(reference, new Set([key]));
  }

  function rememberCharge(charge: Charge): void {
    charges.delete(charge.key);
    charges.set(charge.key, charge);
    if (charge.callback) untold.add(charge.key);
    else untold.delete(charge.key);
    if (charge.challenge) keysByToken.set(charge.challenge.token, charge.key);
    if (charge.status !== 'closed') index(charge.reference, charge.key);
  }

  function indexRecord(record: OrderRecord | RefundRecord | DisputeRecord): void {
    const isUnseen = record.kind === 'closed' || (record.kind === 'dispute' && !isSeen(record));
    if (!isUnseen) index(record.reference, record.key);
  }

  function write(record: OrderRecord | RefundRecord | DisputeRecord): void {
    journal.append(record);
    statement.note(record);
    indexRecord(record);
  }

  const orders = new OrderBook(write);
  const refunds = new RefundBook(write);
  const disputes = new DisputeBook(write);
  const openedAt = Date.now();
  let undated = 0;
  const journal = openJournal<FileRecord>(path, (line) => {
    if (line.savedAt === undefined) undated++; // from before this was kept: as new as can be
    const record = { savedAt: openedAt, ...line };
    if (!('kind' in record)) return rememberCharge(record);
    if (record.kind === 'refund') refunds.remember(record);
    else if (record.kind === 'dispute') disputes.remember(record);
    else orders.remember(record);
    indexRecord(record);
  });
  orders.armAll();
  const all = () => [...charges.values(), ...orders.all(), ...refunds.all(), ...disputes.all()];
  statement.noteAll(all());
  if (undated > 0) journal.replace(all());

  function drop(record: FileRecord): void {
    const { key } = record;
    statement.purge(key);
    untold.delete(key);
    if (!('kind' in record)) charges.delete(key);
    else if (record.kind === 'refund') refunds.purge(record);
    else if (record.kind === 'dispute') disputes.purge(record);
    else orders.purge(record);
    if ('challenge' in record && record.challenge) keysByToken.delete(record.challenge.token);
    if (!('reference' in record)) return;
    const keys = keysByReference.get(record.reference);
    keys?.delete(key);
    if (keys?.size === 0) keysByReference.delete(record.reference);
  }

  return {
    find: (key) => charges.get(key),
    untold: (now) =>
      [...untold].flatMap((key) => charges.get(key) ?? []).filter(({ callback }) => callback && callback.at <= now),
    findByChallenge(token) {
      const key = keysByToken.get(token);
      return key === undefined ? undefined : charges.get(key);
    },
    save(charge) {
      const saved = { ...charge, savedAt: Date.now() };
      journal.append(saved);
      statement.note(saved);
      rememberCharge(saved);
    },
    orders,
    refunds,
    disputes,
    list: (reference) =>
      [...(keysByReference.get(reference) ?? [])].flatMap((key) => [
        ...decidedLine(charges.get(key)),
        ...decidedLine(orders.find(key)),
        ...decidedLine(refunds.find(key)),
        ...decidedLine(disputes.find(key)),
      ]),
    listSince(since, cursor) {
      refunds.settle();
      return ledgerPage([charges.values(), orders.all(), refunds.all(), disputes.all()], since, cursor);
    },
    settled(window, cursor) {
      refunds.settle();
      return statement.page(window, cursor);
    },
    settledOf(key) {
      refunds.settle();
      return statement.find(key);
    },
    purge(before) {
      const lists: Iterable<FileRecord>[] = [charges.values(), orders.all(), refunds.all(), disputes.all()];
      const gone = lists.flatMap((records) => [...savedBefore(records, before)]);
      gone.forEach(drop);
      const kept = all();
      if (gone.length > 0) logger.info('ledger.purged', { count: gone.length, kept: kept.length });
      if (journal.lines() > 2 * kept.length) journal.replace(kept); // most lines are of no use any more
    },
    close: () => journal.close(),
  };
}
