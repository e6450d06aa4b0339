import Joi from 'joi';
import type { JsonObject } from '../../http/json-body.js';
import { formed, mobileLike, oneOf } from '../../validation/fields.js';
import type { Order } from '../../payments/draft-payment.js';
import { customer } from '../../payments/order-fields.js';
import type { Customer } from '../../payments/payment-parts.js';
import { WALLETS, type Wallet } from '../../vocabulary.js';
import { closingFields, openingFields } from '../initiate-fields.js';

const LANGUAGES = ['BN', 'EN'] as const;

/** The checked body of a wallet's /h2h/initiate. */
export interface WalletInitiateRequest extends Order {
  customer: Customer & { payment_method_code: Wallet; language?: (typeof LANGUAGES)[number] };
}

/** BTRC: a mobile number of Bangladesh is +8801, an operator's digit from 3 to 9, and eight digits. */
const bangladeshiMobile = mobileLike(/^\+8801[3-9][0-9]{8}$/, 'mobile.bangladeshi').description(
  'A number of Bangladesh: +8801 and nine digits.',
);

/** The patterns of JSON Schema know no flags. */
const inAnyCase = (codes: readonly string[]): string => {
  const either = (code: string) => [...code].map((letter) => `[${letter}${letter.toLowerCase()}]`).join('');
  return `^(${codes.map(either).join('|')})$`;
};

/** One of the codes, in any case of ASCII: to toUpperCase() "ſ" is an S, too. Kept in upper case. */
const code = (codes: readonly string[]) => {
  const pattern = inAnyCase(codes);
  const form = new RegExp(pattern);
  return formed({ pattern }, (value, helpers) =>
    form.test(value) ? value.toUpperCase() : helpers.error('any.only', { limit: `one of ${codes.join(', ')}` }),
  );
};

const walletCode = code(WALLETS).description('`BKASH` or `NAGAD`, in any case.').required();

const walletCustomer = customer().keys({
  mobile: bangladeshiMobile.required(),
  payment_method_code: walletCode,
  language: code(LANGUAGES).description("Of the wallet's page: `BN` or `EN`, in any case; `EN` when it is missing."),
});

const naming = Joi.object<{ customer: { payment_method_code: Wallet } }>({
  customer: Joi.object({ payment_method_code: walletCode }).unknown().required(),
}).unknown();

/** The wallet that a body names, whatever else is wrong with it: the bounds of its amount depend on that. */
export function walletIn(body: JsonObject): { wallet?: Wallet } {
  const named = naming.validate(body);
  return named.error ? {} : { wallet: named.value.customer.payment_method_code };
}

export const walletInitiateSchema = Joi.object<WalletInitiateRequest>({
  ...openingFields(oneOf('local'), walletCustomer, 'BDT'),
  ...closingFields(),
}).meta({ not: { required: ['card'] } }); // a card would make it a card payment, or a contradiction
