import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import type { SettledRecord } from '../ledger.js';
import { disputeForm, type Dispute, type OfIntent } from './disputes.js';
import { moment } from './read-answer.js';

/** With the money that it took, and perhaps gave back, in this order. */
export const oneDispute = disputeForm<Dispute & { balance_transactions: { created: number }[] }>({
  balance_transactions: Joi.array()
    .items(answerForm({ created: moment.required() }).optional())
    .default([]),
});

/** Stripe's own, never a key of ours. */
export const DISPUTE_ID = /^d[pu]_/;

/** The trx of a dispute of ours; undefined for any other. */
export const trxOf = ({ payment_intent: intent }: OfIntent): string | undefined =>
  typeof intent === 'object' ? intent?.metadata.trx : undefined;

/**
 * The money of a dispute that is lost. It went when the dispute was opened, and comes back from one that is won: until it
 * is over nothing is settled.
 */
export function lostRecord(dispute: Dispute, trx: string, at: Date): SettledRecord | null {
  if (dispute.status !== 'lost') return null;
  const { id, amount, currency } = dispute;
  return { key: id, trx, reference: id, amount: -amount, currency: currency.toUpperCase(), at, by: 'dispute' };
}
