import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import type { AdyenAmount } from './amounts.js';
import { amountForm, readAnswer, text } from './read-answer.js';

/** What Adyen answers about a payment. Only a result is sure to be there: by it go all the others. */
export interface PaymentAnswer {
  resultCode: string;
  pspReference?: string;
  /** Of the call for the payment: ours. */
  merchantReference?: string;
  amount?: AdyenAmount;
  refusalReason?: string;
  refusalReasonCode?: string;
  /** Of a debit: the reference of its mandate. */
  additionalData?: { 'sepadirectdebit.mandateId'?: string };
  /** What the customer is to do. */
  action?: { type: string; method?: string; url?: string; data?: Record<string, string> };
}

const form = answerForm<PaymentAnswer>({
  resultCode: text.required(),
  pspReference: text,
  merchantReference: text,
  amount: amountForm.optional(),
  refusalReason: text.allow(''),
  refusalReasonCode: text.allow(''),
  additionalData: answerForm({ 'sepadirectdebit.mandateId': text }).optional(),
  action: answerForm({
    type: text.required(),
    method: text,
    url: Joi.string()
      .uri({ scheme: ['http', 'https'] })
      .max(8192),
    data: Joi.object().pattern(Joi.string().max(255), Joi.string().max(65_536).allow('')),
  }).optional(),
});

/** @throws {ConnectorError} when it is none */
export const readPayment = (body: unknown): PaymentAnswer => readAnswer(form, body);
