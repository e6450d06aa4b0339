import type { SettledRecord } from '../connectors/ledger.js';
import { byId } from '../database/conditional-update.js';
import type { Dispute } from '../payments/dispute.js';
import type { Refund } from '../payments/refund.js';
import {
  discrepancyId,
  discrepancies,
  type DiscrepancyKind,
  type DiscrepancyRecord,
  type Side,
} from './discrepancy.model.js';
import type { ComparedPayment } from './classify.js';

/** What is compared with what. */
export interface Scope {
  gateway: string;
  /** UTC, as YYYY-MM-DD. */
  day: string;
}

export interface Found {
  kind: DiscrepancyKind;
  /** By which the movement is known that there is, or should be. */
  key: string;
  trx: string;
  record: SettledRecord | undefined;
  payment: ComparedPayment | undefined;
  /** Of what the movement is, or should be; absent: of the payment itself. */
  refund?: Refund | undefined;
  dispute?: Dispute | undefined;
}

function sideOf({ kind, record, payment, refund, dispute }: Found): Side | null {
  if (dispute?.lostAt) return { amount: -dispute.amount, currency: dispute.currency, at: dispute.lostAt };
  if (kind === 'refund_not_here') return null; // a refund of that key has succeeded by another movement
  if (refund?.succeededAt) return { amount: -refund.amount, currency: refund.currency, at: refund.succeededAt };
  if (refund ?? (record && record.amount < 0)) return null;
  if (!payment?.succeededAt) return null;
  const { gross: amount, currency } = payment.amounts;
  return { amount, currency, at: payment.succeededAt };
}

function attemptOf(payment: ComparedPayment | undefined, key: string): DiscrepancyRecord['attempt'] {
  const attempt = payment?.attempts.find((each) => each.key === key);
  return attempt && payment ? { no: attempt.no, of: payment.attempts.length } : null;
}

function toDiscrepancy({ gateway, day }: Scope, found: Found): DiscrepancyRecord {
  const { kind, key, trx, record, payment } = found;
  const reference = record?.reference ?? '';
  return {
    _id: discrepancyId(kind, { gateway, key, reference }),
    gateway,
    account: payment?.account ?? null,
    day,
    kind,
    trx,
    merchantId: payment?.merchantId ?? null,
    key,
    attempt: attemptOf(payment, key),
    theirs: record ? { amount: record.amount, currency: record.currency, at: record.at, reference } : null,
    ours: sideOf(found),
    state: 'open',
    createdAt: new Date(),
  };
}

/**
 * Stores discrepancies; those that are stored already stay as they are, resolved ones too.
 * @returns how many are new
 */
export async function noteDiscrepancies(scope: Scope, found: Found[]): Promise<number> {
  if (found.length === 0) return 0;
  const inOrder = found.map((each) => toDiscrepancy(scope, each)).sort(byId);
  const operations = inOrder.map(({ _id, ...fields }) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
  }));
  const { upsertedCount } = await discrepancies.bulkWrite(operations, {
    ordered: false,
    throwOnValidationError: true,
  });
  return upsertedCount;
}
