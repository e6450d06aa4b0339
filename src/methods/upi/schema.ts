import Joi from 'joi';
import { mobileLike, oneOf } from '../../validation/fields.js';
import type { Order } from '../../payments/draft-payment.js';
import { customer } from '../../payments/order-fields.js';
import { closingFields, openingFields } from '../initiate-fields.js';

/** NPCI: an Indian mobile number is +91 and ten digits, the first of them from 6 to 9. */
const indianMobile = mobileLike(/^\+91[6-9][0-9]{9}$/, 'mobile.indian').description(
  'An Indian number: +91 and ten digits.',
);

/** The checked body of a UPI /h2h/initiate, in the order of the specification's table. */
export const upiInitiateSchema = Joi.object<Order>({
  ...openingFields(oneOf('local'), customer().keys({ mobile: indianMobile.required() }), 'INR'),
  ...closingFields(),
}).meta({ not: { required: ['card'] } }); // a card would make it a card payment, or a contradiction
