import { config } from '../../config/index.js';
import type { PageForm } from '../connectors/page-form.js';
import { mapOf, subdocument, text } from '../database/schema.js';
import { currentAttempt } from './attempts.js';
import type { PaymentRecord } from './payment.model.js';
import { returnToken } from './return-token.js';

/** A form that leads to a page of a bank or a wallet: where it is posted, and with what. */
export interface LeadingForm {
  action: string;
  fields: Record<string, string>;
}

export const leadingForm = subdocument<LeadingForm>({ action: text, fields: mapOf(text) });

/** The roads on which customers leave for a page of somebody else, and come back. */
export type Road = '3ds' | 'wallet';

const addressOf = (payment: PaymentRecord, road: Road, way: 'go' | 'return'): string =>
  `${config.publicUrl}/${road}/${way}/${returnToken(payment._id, currentAttempt(payment).no)}`;

/** Where a bank's or a wallet's page sends the customer of the current attempt. */
export const returnAddress = (payment: PaymentRecord, road: Road): string => addressOf(payment, road, 'return');

/**
 * Where the customer of the current attempt is sent. To a page that takes a form no link leads, so it is our own page
 * that posts it.
 */
export const customerPage = (
  payment: PaymentRecord,
  road: Road,
  { url, form }: { url: string; form?: PageForm },
): { url: string; form?: LeadingForm } =>
  form ? { url: addressOf(payment, road, 'go'), form: { action: url, fields: { ...form } } } : { url };
