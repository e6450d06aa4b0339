import Joi from 'joi';
import { readBody } from '../bad-request.js';
import { amount, text, url } from '../request-fields.js';
import type { Press } from './moves.js';

interface Common {
  reference: string;
  amount: number; // minor units
  currency: string;
  expires_at: Date;
  callback_url: string;
}

/** The body of `POST /orders`. */
export type OrderRequest =
  | (Common & { kind: 'upi'; mobile: string; note: string })
  | (Common & { kind: 'wallet'; mobile: string; wallet: 'BKASH' | 'NAGAD'; language: 'BN' | 'EN'; return_url: string })
  | (Common & { kind: 'debit'; iban: string; holder: string; mandate: string });

const onlyFor = (kind: OrderRequest['kind'], schema: Joi.Schema) =>
  Joi.when('kind', { is: kind, then: schema, otherwise: Joi.any().strip() });

const orderSchema = Joi.object<OrderRequest>({
  kind: Joi.string().valid('upi', 'wallet', 'debit').required(),
  reference: text(100).required(),
  amount: amount.required(),
  currency: Joi.when('kind', {
    switch: [
      { is: 'wallet', then: Joi.valid('BDT') },
      { is: 'debit', then: Joi.valid('EUR') },
    ],
    otherwise: Joi.valid('INR'),
  }).required(),
  mobile: Joi.when('kind', {
    is: 'debit',
    then: Joi.any().strip(),
    otherwise: Joi.string()
      .pattern(/^\+[0-9]{8,15}$/)
      .required(),
  }),
  expires_at: Joi.date().iso().required(),
  callback_url: url.required(),
  note: onlyFor('upi', text(255).allow('').required()),
  wallet: onlyFor('wallet', Joi.string().valid('BKASH', 'NAGAD').required()),
  language: onlyFor('wallet', Joi.string().valid('BN', 'EN').required()),
  return_url: onlyFor('wallet', url.required()),
  iban: onlyFor(
    'debit',
    Joi.string()
      .pattern(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}$/)
      .required(),
  ),
  holder: onlyFor('debit', text(255).required()),
  mandate: onlyFor('debit', text(35).required()),
});

const querySchema = Joi.object<{ keys: string[] }>({
  keys: Joi.array().items(Joi.string().max(255)).max(100).required(),
});

const actSchema = Joi.object<{ action: Press | 'expire' }>({
  action: Joi.string().valid('confirm', 'fail', 'cancel', 'expire').required(),
});

/** @throws {BadRequest} naming the fields that are wrong */
export const readOrderRequest = (body: unknown): OrderRequest => readBody(orderSchema, body);

/** The keys of `POST /orders/query`, at most 100. */
export const readQuery = (body: unknown): string[] => readBody(querySchema, body).keys;

/** The action of `POST /orders/{key}/act`. */
export const readAction = (body: unknown): Press | 'expire' => readBody(actSchema, body).action;
