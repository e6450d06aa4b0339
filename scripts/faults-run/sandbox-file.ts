import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DisputeRecord } from '../../src/sandbox/disputes/dispute.js';
import type { FileRecord } from '../../src/sandbox/file-record.js';
import type { RefundRecord } from '../../src/sandbox/refunds/refund.js';
import type { Tollgate } from '../../test/support/tollgate.js';
import type { Charge, MoneyBack } from './evidence.js';

function chargeIn(record: FileRecord): Charge[] {
  if ('kind' in record) {
    if (record.kind === 'closed' || !('state' in record) || record.state.status !== 'paid') return [];
    const { reference, key, currency, state } = record;
    return [{ reference, key, currency, amount: state.came }];
  }
  if (record.status !== 'charged') return [];
  const { reference, key, currency, amount } = record;
  return [{ reference, key, currency, amount }];
}

function backIn(record: FileRecord): MoneyBack[] {
  if (!('kind' in record) || (record.kind !== 'refund' && record.kind !== 'dispute')) return [];
  const { reference, key, currency, amount, kind: by } = record;
  return hasGone(record) ? [{ reference, key, currency, amount, by }] : [];
}

const hasGone = ({ kind, state: { status } }: RefundRecord | DisputeRecord): boolean =>
  status === (kind === 'refund' ? 'refunded' : 'lost');

/** Whether nobody should be able to pay a key any more. */
const isClosed = (record: FileRecord): boolean =>
  'kind' in record && (record.kind === 'closed' || ('isClosed' in record && record.isClosed === true));

/** What the sandbox has on file. */
export interface SandboxFile {
  charges: Charge[];
  moneyBack: MoneyBack[];
  /** The keys that were closed before they were paid, if they were paid at all. */
  closedKeys: ReadonlySet<string>;
}

/** Reads the sandbox's ledger file: its last line about a key is what holds. */
export async function readSandboxFile({ localDir }: Pick<Tollgate, 'localDir'>): Promise<SandboxFile> {
  const text = await readFile(join(localDir, 'sandbox', 'ledger.jsonl'), 'utf8');
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FileRecord); // the sandbox wrote it
  const last = [...new Map(lines.map((record) => [record.key, record])).values()];
  return {
    charges: last.flatMap(chargeIn),
    moneyBack: last.flatMap(backIn),
    closedKeys: new Set(last.filter(isClosed).map(({ key }) => key)),
  };
}
