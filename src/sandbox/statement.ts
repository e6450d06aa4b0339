import type { Charge, SettledLine } from './charge.js';
import type { OrderRecord } from './orders/order.js';

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
  amount: number; // minor units
  currency: string;
  at: number;
}

const lineOf = ({ key, reference, id, amount, currency, at }: Moved): SettledLine => ({
  idempotency_key: key,
  reference,
  id,
  amount,
  currency,
  settled_at: new Date(at).toISOString(),
});

function movedBy(record: Charge | OrderRecord): Moved | undefined {
  if (!('kind' in record)) return record.status === 'charged' ? { ...record, at: record.settledAt } : undefined;
  if (record.kind === 'closed' || record.state.status !== 'paid') return undefined;
  const { state } = record;
  return { ...record, id: state.bankReference, amount: state.came, at: state.at };
}

/** All money that has moved, in the order in which it did. What has moved never changes, so a place in it is a cursor. */
export function createStatement() {
  const moved: Moved[] = [];
  const byKey = new Map<string, Moved>();

  return {
    /** Takes over what a record says has moved; said again, it changes nothing. */
    note(record: Charge | OrderRecord): void {
      const movement = movedBy(record);
      if (!movement || byKey.has(movement.key)) return;
      byKey.set(movement.key, movement);
      moved.push(movement);
    },
    page({ from, to }: Window, cursor: number): StatementPage {
      const lines: SettledLine[] = [];
      let place = cursor;
      for (; place < moved.length && lines.length < PAGE; place++) {
        const movement = moved[place];
        if (movement && movement.at >= from && movement.at < to) lines.push(lineOf(movement));
      }
      return { lines, nextCursor: place < moved.length ? place : null };
    },
    find(key: string): SettledLine | undefined {
      const movement = byKey.get(key);
      return movement && lineOf(movement);
    },
  };
}
