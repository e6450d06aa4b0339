import type { FileRecord } from './file-record.js';
import { entryOf } from './ledger-line.js';

const PAGE = 500;

/** Where a page ended: the record that was saved last on it. */
export interface LedgerCursor {
  savedAt: number;
  key: string;
}

const savedAtOf = ({ savedAt }: FileRecord): number => savedAt ?? 0;

/** Two lists of records, each in the order in which they were saved, as one. */
function* inOrder(first: Iterable<FileRecord>, second: Iterable<FileRecord>): Iterable<FileRecord> {
  const others = second[Symbol.iterator]();
  let other = others.next();
  for (const record of first) {
    for (; !other.done && savedAtOf(other.value) < savedAtOf(record); other = others.next()) yield other.value;
    yield record;
  }
  for (; !other.done; other = others.next()) yield other.value;
}

/**
 * A page of all charges, orders, refunds and disputes, open ones too, that were saved since a moment, oldest first. One
 * that changes while somebody reads comes again on a later page: what is said of a key last is what holds.
 * @param lists each in the order in which its records were saved
 * @param since ms since 1970
 */
export function ledgerPage(lists: Iterable<FileRecord>[], since: number, cursor: LedgerCursor | null) {
  const from = cursor?.savedAt ?? since;
  const left = [...lists.reduce(inOrder, [])].filter((record) => savedAtOf(record) >= from);
  const seen = cursor ? left.findIndex(({ key, savedAt }) => key === cursor.key && savedAt === cursor.savedAt) : -1;
  const page = left.slice(seen + 1, seen + 1 + PAGE);
  const last = page.at(-1);
  const lines = page.flatMap((record) => {
    const entry = entryOf(record);
    return entry ? [{ ...entry, at: new Date(savedAtOf(record)).toISOString() }] : [];
  });
  const isLast = seen + 1 + PAGE >= left.length;
  return { charges: lines, next_cursor: last && !isLast ? `${savedAtOf(last)}-${last.key}` : null };
}
