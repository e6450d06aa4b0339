import Joi from 'joi';
import type { SettledRecord } from '../ledger.js';
import { answerForm } from '../http/answer.js';
import { lostRecord, trxOf } from './dispute-records.js';
import { disputeOfIntent } from './disputes.js';
import { pageForm } from './find-in-list.js';
import { idOf, intentOf, metadata, type Intent, type IntentOf } from './intent.js';
import { code, currency, dateOf, minorUnits, moment, readAnswer, text } from './read-answer.js';

/** What moved the money, a charge or a refund: in the currency that was asked for, whichever the account is paid out in. */
interface Source {
  id: string;
  amount: number;
  currency: string;
  /** Of a charge or a refund, as it is by now. */
  status?: string | null;
  metadata: Intent['metadata'];
  payment_intent: IntentOf;
}

interface Line {
  id: string;
  type: string;
  amount: number;
  created: number;
  source?: unknown;
}

const source = answerForm<Source>({
  id: text.required(),
  amount: minorUnits.required(),
  currency: currency.required(),
  status: code,
  metadata,
  payment_intent: intentOf,
});

export const linePage = pageForm(
  answerForm<Line>({
    id: text.required(),
    type: code.required(),
    amount: Joi.number().strict().integer().required(),
    created: moment.required(),
    source: Joi.any(),
  }),
);

/** A kind of movement: which way the money goes, and where the refund or charge stands that has moved it. */
interface Kind {
  way: 1 | -1;
  isRefund: boolean;
  status: 'succeeded' | 'failed';
}

const CHARGED: Kind = { way: 1, isRefund: false, status: 'succeeded' };
const REFUNDED: Kind = { way: -1, isRefund: true, status: 'succeeded' };

/**
 * The movements that are ours. Stripe's books also have its fees and what it pays out; and it books a debit or a refund when
 * it begins, which may then wait for days, or fail.
 */
const KINDS = new Map<string, Kind>([
  ['charge', CHARGED],
  ['payment', CHARGED], // a debit
  ['refund', REFUNDED],
  ['payment_refund', REFUNDED],
  ['refund_failure', { way: 1, isRefund: true, status: 'failed' }], // it came back
]);

/** What is booked as an adjustment is a dispute's money, on its way there or back, or nothing of ours. */
function toLostRecord({ created, amount, source: from }: Line): SettledRecord | null {
  const checked = disputeOfIntent.validate(from);
  if (checked.error || amount > 0) return null;
  const trx = trxOf(checked.value);
  return trx === undefined ? null : lostRecord(checked.value, trx, dateOf(created));
}

/**
 * Whose a movement is: its own metadata say, or else those of its intent. A refund without any was made at Stripe, by hand
 * perhaps, and is known by Stripe's own id; neither is ours without an intent of ours.
 */
function ownerOf({ id, metadata, payment_intent: intent }: Source, isRefund: boolean): Intent['metadata'] {
  if (metadata.key || typeof intent !== 'object' || !intent?.metadata.key) return metadata;
  return isRefund ? { ...intent.metadata, key: id } : intent.metadata;
}

/** A movement of ours; null for any other. */
export function toRecord(line: Line): SettledRecord | null {
  const { type, created, source: from } = line;
  if (type === 'adjustment') return toLostRecord(line);
  const kind = KINDS.get(type);
  if (!kind || from === null) return null; // names nothing, which may be of any kind; what is ours is found by its key
  const moved = readAnswer(source, from);
  const { id, amount, currency, status, payment_intent: intent } = moved;
  if (status && status !== kind.status) return null; // it has not moved yet, or not for good
  const { key, trx } = ownerOf(moved, kind.isRefund);
  if (!key || !trx) return null; // somebody else's use of the same account
  const reference = kind.isRefund ? id : (idOf(intent) ?? id);
  const isReturn = kind.isRefund && kind.way > 0;
  return {
    key,
    trx,
    reference,
    amount: kind.way * amount,
    currency: currency.toUpperCase(),
    at: dateOf(created),
    ...(isReturn && { by: 'return' as const }),
  };
}
