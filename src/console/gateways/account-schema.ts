import Joi from 'joi';
import { GATEWAYS } from '../../connectors/index.js';
import { currency, formed, oneOf, text } from '../../validation/fields.js';
import { MODES, WALLETS, type MethodName, type Mode, type Wallet } from '../../vocabulary.js';
import { ALL_METHODS } from '../../methods/index.js';
import { amounts } from '../api/amounts.js';

/** A method of an account as operators write it: amounts in major units. */
export interface WrittenMethod {
  method: MethodName;
  currencies: string[];
  minimums?: Record<string, number>;
  maximums?: Record<string, number>;
  wallets?: Wallet[];
}

/** An account as operators write it. */
export interface WrittenAccount {
  id: string;
  connector: string;
  mode: Mode;
  methods?: WrittenMethod[];
  three_ds?: boolean;
  creditor?: { name: string; identifier: string };
  credentials?: Record<string, string>;
  priority?: number;
  on_request?: boolean;
}

const ID = /^[a-z0-9-]{3,40}$/;

const id = formed({ pattern: ID.source }, (value, helpers) =>
  ID.test(value) ? value : helpers.error('account.id'),
).description('3 to 40 of a-z, 0-9 and -; it stays for ever');

const connector = formed({ enum: [...GATEWAYS.keys()] }, (value, helpers) =>
  GATEWAYS.has(value) ? value : helpers.error('any.only', { limit: `one of ${[...GATEWAYS.keys()].join(', ')}` }),
);

const bounds = amounts.description('By currency, in major units');

const list = (items: Joi.Schema) => Joi.array().items(items).unique().min(1).meta({ uniqueItems: true });

const method: Joi.ObjectSchema<WrittenMethod> = Joi.object({
  method: oneOf(...ALL_METHODS).required(),
  currencies: list(currency()).required(),
  minimums: bounds,
  maximums: bounds,
  wallets: list(oneOf(...WALLETS)).description('Of the method wallet; all of them by default'),
});

const choices = {
  methods: Joi.array()
    .items(method)
    .unique('method')
    .min(1)
    .description('All that the gateway has by default; sepa only with a creditor'),
  three_ds: Joi.boolean().description('Whether it can authenticate cards; true by default'),
  creditor: Joi.object({ name: text(70).required(), identifier: text(35).required() }).description(
    'Who is named on SEPA mandates, which the method sepa needs',
  ),
  credentials: Joi.object()
    .pattern(Joi.string(), Joi.any())
    .description('By name, as GET /api/gateways lists them; never shown again'),
  priority: Joi.number().integer().min(1).max(1000).description('The lowest is asked first; 100 by default'),
  on_request: Joi.boolean().description('Only for merchants that name it; false by default'),
};

/** A new account. */
export const accountSchema: Joi.ObjectSchema<WrittenAccount> = Joi.object({
  id: id.required(),
  connector: connector.required(),
  mode: oneOf(...MODES).required(),
  ...choices,
});

/**
 * What may change of one. Its attempts name its id, and its keys say which mode they are for; its status has calls of its
 * own, and must not seem to be changed.
 */
export const accountChangeSchema: Joi.ObjectSchema<Omit<WrittenAccount, 'id' | 'connector' | 'mode'>> = Joi.object({
  id: Joi.forbidden(),
  connector: Joi.forbidden(),
  mode: Joi.forbidden(),
  status: Joi.forbidden(),
  ...choices,
});
