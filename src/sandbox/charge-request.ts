import Joi from 'joi';
import { readBody } from './bad-request.js';
import { passesLuhn } from './test-cards.js';
import { text } from './text.js';

/** The body of `POST /charges`. */
export interface ChargeRequest {
  reference: string;
  amount: number; // minor units
  currency: string;
  card: { number: string; expiry_month: number; expiry_year: number; cvv: string; holder: string };
  three_ds: 'required' | 'risk_based' | 'off';
  return_url: string;
}

const cardNumber = Joi.string()
  .pattern(/^[0-9]{12,19}$/)
  .custom((number: string, helpers) => (passesLuhn(number) ? number : helpers.error('any.invalid')));

const schema = Joi.object<ChargeRequest>({
  reference: text(100).required(),
  amount: Joi.number().strict().integer().positive().max(Number.MAX_SAFE_INTEGER).required(),
  currency: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .required(),
  card: Joi.object({
    number: cardNumber.required(),
    expiry_month: Joi.number().strict().integer().min(1).max(12).required(),
    expiry_year: Joi.number().strict().integer().min(2000).max(2100).required(),
    cvv: Joi.string()
      .pattern(/^[0-9]{3,4}$/)
      .required(),
    holder: text(255).required(),
  }).required(),
  three_ds: Joi.string().valid('required', 'risk_based', 'off').required(),
  return_url: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .max(2048)
    .required(),
});

/** @throws {BadRequest} naming the fields that are wrong */
export const readChargeRequest = (body: unknown): ChargeRequest => readBody(schema, body);
