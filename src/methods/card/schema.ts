import Joi from 'joi';
import { country, oneOf, text } from '../../validation/fields.js';
import type { Order } from '../../payments/draft-payment.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { closingFields, openingFields } from '../initiate-fields.js';
import { cardFields } from './card-fields.js';
import type { CardNetwork } from './networks.js';

/** A checked card: the number without spaces, the network always known. */
export interface CardFields {
  number: string;
  expiry_month: number;
  expiry_year: number;
  cvv: string;
  holder: string;
  type: CardNetwork;
}

/** The checked body of a card's /h2h/initiate. */
export interface CardInitiateRequest extends Order {
  card: CardFields;
  billing_address: NonNullable<PaymentRecord['billingAddress']>;
  device_fingerprint: string;
}

const billingAddress = Joi.object({
  country: country().label('Billing country').required(),
  address: text(255),
  city: text(255),
  postal_code: text(255),
});

/** In the order of the specification's table, which is the order that faults are reported in. */
export const cardInitiateSchema: Joi.ObjectSchema<CardInitiateRequest> = Joi.object({
  ...openingFields(oneOf('card')),
  card: cardFields().required(),
  billing_address: billingAddress.required(),
  device_fingerprint: text(1000).description("An id of the customer's device, against fraud.").required(),
  ...closingFields(),
});
