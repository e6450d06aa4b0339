import type Joi from 'joi';
import { currency, publicKey } from '../validation/fields.js';
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

/** What the table of every initiate call begins with, up to what a method asks for itself. */
export const openingFields = (methodType: Joi.Schema, payer: Joi.ObjectSchema = customer(), only?: string) => ({
  public_key: publicKey().required(),
  amount: amount().required(),
  currency: (only === undefined ? currency() : currency().meta({ const: only })).required(),
  payment_method_type: methodType.description(
    'When it is missing, a `card` object means card; else INR means UPI and BDT a wallet.',
  ),
  customer: payer.required(),
});

/** What the table of every initiate call ends with. */
export const closingFields = () => ({
  details: details().required(),
  identifier: identifier().required(),
  ipn_url: ipnUrl().required(),
  success_url: successUrl().required(),
  cancel_url: cancelUrl().required(),
  site_name: siteName().required(),
  site_logo: siteLogo(),
});
