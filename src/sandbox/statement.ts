import type { SettledLine } from './charge.js';
import type { FileRecord } from './file-record.js';
import type { RefundRecord } from './refunds/refund.js';

const PAGE = 500;

/** From one moment on and before another, in ms since 1970. */
export interface Window {
  from: number;
  to: number;
}

export interface StatementPage {
  lines: SettledLine[];
  /** Where the next page begins; null: this was the last one. */
  nextCursor: number | null;
}

interface Moved {
  key: string;
  reference: string;
  id: string;
  amount: number; // minor units, below zero when the money went back
  currency: string;
  at: number;
  by?: 'dispute';
}

const lineOf = ({ key, reference, id, amount, currency, at, by }: Moved): SettledLine => ({
  idempotency_key: key,
  reference,
  id,
  amount,
  currency,
  settled_at: new Date(at).toISOString(),
  ...(by && { by }),
});

/** A refund that was taken back has moved twice: there, and back again under the same key. */
function movedByRefund({ key, reference, id, amount, currency, state }: RefundRecord): Moved[] {
  if (state.status !== 'refunded' && state.status !== 'taken_back') return [];
  const there = { key, reference, id, amount: -amount, currency, at: state.at };
  return state.status === 'refunded' ? [there] : [there, { ...there, amount, at: state.backAt }];
}

function movedBy(record: Exclude<FileRecord, RefundRecord>): Moved | undefined {
  if (!('kind' in record)) {
    if (record.status !== 'charged') return undefined;
    const { key, reference, id, amount, currency, settledAt: at } = record;
    return { key, reference, id, amount, currency, at };
  }
  if (record.kind === 'dispute') {
    const { key, reference, currency, state } = record;
    return state.status === 'lost'
      ? { key, reference, id: key, amount: -record.amount, currency, at: state.closedAt, by: 'dispute' }
      : undefined;
  }
  if (record.kind === 'closed' || record.state.status !== 'paid') return undefined;
  const { key, reference, currency, state } = record;
  return { key, reference, currency, id: state.bankReference, amount: state.came, at: state.at };
}

/** All that a record has moved, in order. */
function movementsOf(record: FileRecord): Moved[] {
  if ('kind' in record && record.kind === 'refund') return movedByRefund(record);
  const moved = movedBy(record);
  return moved ? [moved] : [];
}

/**
 * All money that has moved, in the order in which it did. What has moved never changes, so a place in it is a cursor.
 */
export function createStatement() {
  const moved = new Map<number, Moved>();
  /** Of each key, where its first movement stands, and where the one back does. */
  const places = new Map<string, number[]>();
  let first = 0; // what stood before is purged
  let next = 0;

  function addNew(movements: Moved[]): void {
    for (const movement of movements) {
      const known = places.get(movement.key) ?? [];
      if (known.some((place) => moved.get(place)?.amount === movement.amount)) continue;
      places.set(movement.key, [...known, next]);
      moved.set(next++, movement);
    }
  }

  return {
    /** Takes over what a record says has moved; said again, it changes nothing. */
    note(record: FileRecord): void {
      addNew(movementsOf(record));
    },
    /** The same for records in any order. */
    noteAll(records: FileRecord[]): void {
      addNew(records.flatMap(movementsOf).sort((a, b) => a.at - b.at));
    },
    /** The places of all others stay what they are. */
    purge(key: string): void {
      for (const place of places.get(key) ?? []) moved.delete(place);
      places.delete(key);
      while (first < next && !moved.has(first)) first++;
    },
    page({ from, to }: Window, cursor: number): StatementPage {
      const lines: SettledLine[] = [];
      let place = Math.max(cursor, first);
      for (; place < next && lines.length < PAGE; place++) {
        const movement = moved.get(place);
        if (movement && movement.at >= from && movement.at < to) lines.push(lineOf(movement));
      }
      return { lines, nextCursor: place < next ? place : null };
    },
    find(key: string): SettledLine | undefined {
      const movement = moved.get(places.get(key)?.[0] ?? -1);
      return movement && lineOf(movement);
    },
  };
}
