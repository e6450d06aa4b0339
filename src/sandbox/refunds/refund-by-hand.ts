import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import { BadRequest, readBody } from '../bad-request.js';
import type { Ledger } from '../ledger.js';
import { amount, text } from '../request-fields.js';
import type { RefundRecord } from './refund.js';
import { takeRefund } from './refunding.js';

interface RefundByHand {
  reference: string;
  amount?: number; // minor units
}

const schema = Joi.object<RefundByHand>({
  reference: text(100).required(),
  amount,
});

/** The body of `POST /refunds` on the pages. @throws {BadRequest} naming the fields that are wrong */
export const readRefundByHand = (body: unknown): RefundByHand => readBody(schema, body);

/**
 * Somebody gives money back in the gateway's dashboard: nobody has asked for it, and its key is the gateway's own.
 * @throws {BadRequest} when no money has come for that reference
 */
export function refundByHand(ledger: Ledger, { reference, amount }: RefundByHand): RefundRecord {
  const charge = ledger.list(reference).find(({ result }) => result === 'charged');
  if (!charge) throw new BadRequest('No money has come for this reference');
  const { idempotency_key: of, currency, amount: came } = charge;
  const left = came - ledger.refunds.takenOf(of);
  if (left <= 0) throw new BadRequest('All of it has gone back');
  const request = { reference, charge: of, amount: amount ?? left, currency, reason: 'other' } as const;
  return takeRefund(ledger, `by-hand-${randomUUID()}`, request).refund;
}
