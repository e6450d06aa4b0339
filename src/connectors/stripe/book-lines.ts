import Joi from 'joi';
import type { SettledRecord } from '../ledger.js';
import { answerForm } from '../http/answer.js';
import { disputeOfIntent, lostRecord, trxOf } from './dispute-records.js';
import { pageForm } from './find-in-list.js';
import { intentOf, metadata, type Intent, type IntentOf } from './intent.js';
import { code, currency, minorUnits, moment, readAnswer, text } from './read-answer.js';

/** What moved the money, a charge or a refund: in the currency that was asked for, whichever the account is paid out in. */
interface Source {
  id: string;
  amount: number;
  currency: string;
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
  metadata: metadata.optional().default({}),
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

/** The movements that are ours, and which way the money went. Stripe's books also have its fees and what it pays out. */
const WAYS = new Map([
  ['charge', 1],
  ['payment', 1], // a debit
  ['refund', -1],
  ['payment_refund', -1],
]);

/** A moment of Stripe's, which counts seconds since 1970. */
export const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** What is booked as an adjustment is a dispute's money, on its way there or back, or nothing of ours. */
function toLostRecord({ created, amount, source: from }: Line): SettledRecord | null {
  const checked = disputeOfIntent.validate(from);
  if (checked.error || amount > 0) return null;
  const trx = trxOf(checked.value);
  return trx === undefined ? null : lostRecord(checked.value, trx, dateOf(created));
}

/** A movement of ours; null for any other. A charge has its intent's metadata, and one that has not still has its intent. */
export function toRecord(line: Line): SettledRecord | null {
  const { type, created, source: from } = line;
  if (type === 'adjustment') return toLostRecord(line);
  const way = WAYS.get(type);
  if (way === undefined) return null;
  const { id, amount, currency, metadata, payment_intent: intent } = readAnswer(source, from);
  const isExpanded = typeof intent === 'object' && intent !== null;
  const { key, trx } = metadata.key || way < 0 || !isExpanded ? metadata : intent.metadata;
  if (!key || !trx) return null; // somebody else's use of the same account
  const intentId = isExpanded ? intent.id : intent;
  const reference = way > 0 ? (intentId ?? id) : id;
  return { key, trx, reference, amount: way * amount, currency: currency.toUpperCase(), at: dateOf(created) };
}
