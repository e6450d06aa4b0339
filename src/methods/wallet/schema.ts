import Joi from 'joi';
import { customer, oneOf, text } from '../../http/fields.js';
import type { Order } from '../../payments/draft-payment.js';
import type { Customer } from '../../payments/payment.model.js';
import { closingFields, openingFields } from '../initiate-fields.js';

export const WALLETS = ['BKASH', 'NAGAD'] as const;
export const LANGUAGES = ['BN', 'EN'] as const;

/** The checked body of a wallet's /h2h/initiate. */
export interface WalletInitiateRequest extends Order {
  customer: Customer & { payment_method_code: (typeof WALLETS)[number]; language?: (typeof LANGUAGES)[number] };
}

/** BTRC: a mobile number of Bangladesh is +8801, an operator's digit from 3 to 9, and eight digits. */
const bangladeshiMobile = text(255).custom((value: string, helpers) =>
  /^\+8801[3-9][0-9]{8}$/.test(value) ? value : helpers.error('mobile.bangladeshi'),
);

/** One of the codes, in any case; kept in upper case. */
const code = (codes: readonly string[]) =>
  text(255).custom((value: string, helpers) => {
    const upper = value.toUpperCase();
    return codes.includes(upper) ? upper : helpers.error('any.only', { limit: `one of ${codes.join(', ')}` });
  });

const walletCustomer = customer().keys({
  mobile: bangladeshiMobile.required(),
  payment_method_code: code(WALLETS).required(),
  language: code(LANGUAGES),
});

export const walletInitiateSchema: Joi.ObjectSchema<WalletInitiateRequest> = Joi.object({
  ...openingFields(oneOf('local'), walletCustomer),
  ...closingFields(),
});
