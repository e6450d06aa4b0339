import type { LedgerLine } from './charge.js';
import type { DisputeRecord } from './disputes/dispute.js';
import type { FileRecord } from './file-record.js';

/** What stands in the ledger: what was decided, or `open`, when money may still move. */
type Entry = Omit<LedgerLine, 'result'> & { reference: string; result: LedgerLine['result'] | 'open' };

const RESULTS = {
  charged: 'charged',
  declined: 'declined',
  challenge_required: 'open',
  waiting: 'open',
  in_progress: 'open',
  agreed: 'open',
  paid: 'charged',
  refused: 'declined',
  cancelled: 'declined',
  pending: 'open',
  refunded: 'refunded',
  taken_back: 'declined',
} as const;

/** What a dispute that was lost has taken, or an open one may take. */
function entryOfDispute({ key, reference, amount, currency, state }: DisputeRecord): Entry | undefined {
  if (state.status !== 'open' && state.status !== 'lost') return undefined;
  const result = state.status === 'lost' ? 'disputed' : 'open';
  return { idempotency_key: key, reference, amount, currency, result, calls: 0 };
}

/** What a record says in the ledger; undefined for a key that was closed before anything came to a decision. */
export function entryOf(record: FileRecord): Entry | undefined {
  if ('kind' in record) {
    if (record.kind === 'closed') return undefined;
    if (record.kind === 'dispute') return entryOfDispute(record);
    const { key, reference, currency, state, calls } = record;
    const amount = state.status === 'paid' ? state.came : record.amount;
    return { idempotency_key: key, reference, amount, currency, result: RESULTS[state.status], calls };
  }
  if (record.status === 'closed') return undefined;
  const { key, reference, amount, currency, status, calls } = record;
  return { idempotency_key: key, reference, amount, currency, result: RESULTS[status], calls };
}

/** What a tester is told of one reference: the decisions alone. No money has moved by what is open. */
export function decidedLine(record: FileRecord | undefined): LedgerLine[] {
  const entry = record && entryOf(record);
  if (!entry || entry.result === 'open') return [];
  const { reference: _, result, ...line } = entry;
  return [{ ...line, result }];
}
