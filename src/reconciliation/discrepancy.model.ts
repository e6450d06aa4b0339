import { createHash } from 'node:crypto';
import { defineModel } from '../database/model.js';
import { date, nullable, number, oneOf, optional, schemaOf, subdocument, text } from '../database/schema.js';

/**
 * Charged there, and our payment did not succeed; succeeded here, and nothing was charged there; another amount or
 * currency; money beyond the one movement that our payment counts; given back there, and we know of no refund that
 * succeeded; a refund that succeeded here, and nothing was given back there; the same two of money lost by a dispute.
 */
export const DISCREPANCY_KINDS = [
  'not_succeeded_here',
  'not_charged_there',
  'amount_differs',
  'charged_twice',
  'refund_not_here',
  'refund_not_there',
  'dispute_not_here',
  'dispute_not_there',
] as const;
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number];

export const DISCREPANCY_STATES = ['open', 'resolved'] as const;
export type DiscrepancyState = (typeof DISCREPANCY_STATES)[number];

/** Money as one of the two sides has it; minor units, below zero when it went back. */
export interface Side {
  amount: number;
  currency: string;
  at: Date;
}

/** Where a gateway's books and ours do not agree: for a person. */
export interface DiscrepancyRecord {
  _id: string;
  gateway: string;
  /** The gateway account of our payment, by its id; null when there is no payment. */
  account: string | null;
  /** The day that was compared, UTC, as YYYY-MM-DD. */
  day: string;
  kind: DiscrepancyKind;
  trx: string;
  merchantId: string | null;
  /** The key of the gateway call; of a dispute, its id there. */
  key: string;
  /** Which of our payment's attempts made that call; null when none did. */
  attempt: { no: number; of: number } | null;
  /** What the gateway says has moved; null: nothing. */
  theirs: (Side & { reference: string }) | null;
  /** What our payment or refund is over, and when it succeeded; null when it did not, or there is none. */
  ours: Side | null;
  state: DiscrepancyState;
  createdAt: Date;
  resolvedAt?: Date;
  /** E-mail of the operator. */
  resolvedBy?: string;
  note?: string;
}

/** The same discrepancy always has the same id, so finding it again stores it once and leaves what was resolved. */
export function discrepancyId(
  kind: DiscrepancyKind,
  { gateway, key, reference }: { gateway: string; key: string; reference: string },
): string {
  const hash = createHash('sha256').update(JSON.stringify([gateway, kind, key, reference]));
  return `dif_${hash.digest('hex').slice(0, 24)}`;
}

const side = { amount: number, currency: text, at: date };

const schema = schemaOf<DiscrepancyRecord>({
  _id: text,
  gateway: text,
  account: nullable(text),
  day: text,
  kind: oneOf(DISCREPANCY_KINDS),
  trx: text,
  merchantId: nullable(text),
  key: text,
  attempt: nullable(subdocument<NonNullable<DiscrepancyRecord['attempt']>>({ no: number, of: number })),
  theirs: nullable(subdocument<Side & { reference: string }>({ ...side, reference: text })),
  ours: nullable(subdocument<Side>(side)),
  state: oneOf(DISCREPANCY_STATES),
  createdAt: date,
  resolvedAt: optional(date),
  resolvedBy: optional(text),
  note: optional(text),
});
schema.index({ state: 1, createdAt: 1 }); // the console's list, see newest-first.ts
schema.index({ day: 1 });

export const discrepancies = defineModel<DiscrepancyRecord>('ledger_differences', schema);
