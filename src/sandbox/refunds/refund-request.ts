import Joi from 'joi';
import { readBody } from '../bad-request.js';
import { amount, currency, text, url } from '../request-fields.js';

/** The body of `POST /refunds`. */
export interface RefundRequest {
  reference: string;
  /** The key of the charge or order. */
  charge: string;
  amount: number; // minor units
  currency: string;
  reason: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
  note?: string;
  /** Where it is told what becomes of it later. */
  callback_url?: string;
}

const schema = Joi.object<RefundRequest>({
  reference: text(100).required(),
  charge: text(255).required(),
  amount: amount.required(),
  currency,
  reason: Joi.string().valid('requested_by_customer', 'duplicate', 'fraudulent', 'other').required(),
  note: text(255),
  callback_url: url,
});

/** @throws {BadRequest} naming the fields that are wrong */
export const readRefundRequest = (body: unknown): RefundRequest => readBody(schema, body);
