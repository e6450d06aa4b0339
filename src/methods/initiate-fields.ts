import type Joi from 'joi';
import {
  amount,
  currency,
  customer,
  details,
  identifier,
  ipnUrl,
  siteLogo,
  siteName,
  text,
  url,
} from '../http/fields.js';

/** What the table of every initiate call begins with, up to what a method asks for itself. */
export const openingFields = (methodType: Joi.Schema, payer: Joi.ObjectSchema = customer()) => ({
  public_key: text(255).required(),
  amount: amount().required(),
  currency: currency().required(),
  payment_method_type: methodType,
  customer: payer.required(),
});

/** What the table of every initiate call ends with. */
export const closingFields = () => ({
  details: details().required(),
  identifier: identifier().required(),
  ipn_url: ipnUrl().required(),
  success_url: url().required(),
  cancel_url: url().required(),
  site_name: siteName().required(),
  site_logo: siteLogo(),
});
