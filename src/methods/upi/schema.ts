import Joi from 'joi';
import { customer, oneOf, text } from '../../http/fields.js';
import type { Order } from '../../payments/draft-payment.js';
import { closingFields, openingFields } from '../initiate-fields.js';

/** NPCI: an Indian mobile number is +91 and ten digits, the first of them from 6 to 9. */
const indianMobile = text(255).custom((value: string, helpers) =>
  /^\+91[6-9][0-9]{9}$/.test(value) ? value : helpers.error('mobile.indian'),
);

/** The checked body of a UPI /h2h/initiate, in the order of the specification's table. */
export const upiInitiateSchema: Joi.ObjectSchema<Order> = Joi.object({
  ...openingFields(oneOf('local'), customer().keys({ mobile: indianMobile.required() })),
  ...closingFields(),
});
