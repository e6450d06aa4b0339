import Joi from 'joi';
import { passesLuhn } from '../validation/luhn.js';
import { readBody } from './bad-request.js';
import { amount, currency, text, url } from './request-fields.js';

/** The body of `POST /charges`. */
export interface ChargeRequest {
  reference: string;
  amount: number; // minor units
  currency: string;
  card: { number: string; expiry_month: number; expiry_year: number; cvv: string; holder: string };
  three_ds: 'required' | 'risk_based' | 'off';
  return_url: string;
  /** Where a dispute of the charge is told, and what it has come to where that cannot be asked. */
  callback_url?: string;
}

const cardNumber = Joi.string()
  .pattern(/^[0-9]{12,19}$/)
  .custom((number: string, helpers) => (passesLuhn(number) ? number : helpers.error('any.invalid')));

const schema = Joi.object<ChargeRequest>({
  reference: text(100).required(),
  amount: amount.required(),
  currency,
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
  return_url: url.required(),
  callback_url: url,
});

/** @throws {BadRequest} naming the fields that are wrong */
export const readChargeRequest = (body: unknown): ChargeRequest => readBody(schema, body);

const proofSchema = Joi.object<{ proof: string }>({ proof: Joi.string().allow('').max(255).required() });

/** With what the customer of a challenge came back, as its account hands it in. @throws {BadRequest} */
export const readProof = (body: unknown): string => readBody(proofSchema, body).proof;

/** Of whom a key that is to be closed is, for an account that is told. */
export interface CloseRequest {
  reference?: string;
  callback_url?: string;
}

const closeSchema = Joi.object<CloseRequest>({
  reference: text(100),
  callback_url: url,
}).unknown();

/** The body of `POST /charges/{key}/close`, which may be missing. @throws {BadRequest} */
export const readCloseRequest = (body: unknown): CloseRequest => readBody(closeSchema, body ?? {});
