import Joi from 'joi';
import { readBody } from '../bad-request.js';
import { text } from '../text.js';

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
  amount: Joi.number().strict().integer().positive().max(Number.MAX_SAFE_INTEGER).required(),
  currency: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .required(),
  reason: Joi.string().valid('requested_by_customer', 'duplicate', 'fraudulent', 'other').required(),
  note: text(255),
  callback_url: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .max(2048),
});

/** @throws {BadRequest} naming the fields that are wrong */
export const readRefundRequest = (body: unknown): RefundRequest => readBody(schema, body);
