import Joi from 'joi';
import { currency, oneOf, publicKey, text } from '../validation/fields.js';
import type { Order } from '../payments/draft-payment.js';
import {
  amount,
  cancelUrl,
  customer,
  details,
  identifier,
  ipnUrl,
  siteLogo,
  siteName,
  successUrl,
} from '../payments/order-fields.js';
import { METHODS } from '../methods/index.js';

const ADDRESS_FIELDS = [
  'address_one',
  'address_two',
  'area',
  'city',
  'sub_city',
  'state',
  'postcode',
  'country',
  'others',
];

/** What a merchant asks for methods by that are not offered to everybody. */
const ON_REQUEST = METHODS.flatMap(({ page }) => page.askedBy ?? []);

type Address = Record<string, string>;

/** The checked body of POST /payment/initiate. */
export interface HostedInitiateRequest extends Order {
  payment_method_type?: string;
  billing_info?: Address;
  shipping_info?: Address;
}

const address = () => Joi.object(Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, text(255)])));

/** In the order of the specification's table, which is the order that faults are reported in. */
export const hostedInitiateSchema: Joi.ObjectSchema<HostedInitiateRequest> = Joi.object({
  public_key: publicKey().required(),
  amount: amount().required(),
  currency: currency().required(),
  customer: customer().required(),
  details: details().required(),
  identifier: identifier().required(),
  ipn_url: ipnUrl().required(),
  success_url: successUrl().required(),
  cancel_url: cancelUrl().required(),
  site_name: siteName().required(),
  payment_method_type: oneOf('card', ...ON_REQUEST).description(
    '`card` when it is missing; `card_and_sepa` adds SEPA direct debit for EUR. INR adds UPI and BDT the wallets by itself.',
  ),
  billing_info: address(),
  shipping_info: address(),
  site_logo: siteLogo(),
});
