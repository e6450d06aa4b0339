import Joi from 'joi';
import { answerForm, nothing, pageAddress } from '../http/answer.js';
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
  additionalData?: {
    /** Of a debit: the reference of its mandate. */
    'sepadirectdebit.mandateId'?: string;
    /** Ours as well: some answers carry it here alone. */
    merchantReference?: string;
  };
  /** What the customer is to do. */
  action?: { type: string; method?: string; url?: string; data?: Record<string, string> };
}

const form = answerForm<PaymentAnswer>({
  resultCode: text.required(),
  pspReference: text,
  merchantReference: text,
  amount: amountForm.optional().empty(nothing),
  refusalReason: text.truncate(),
  refusalReasonCode: text,
  additionalData: answerForm({ 'sepadirectdebit.mandateId': text, merchantReference: text }).optional().empty(nothing),
  action: answerForm({
    type: text.required(),
    method: text,
    url: pageAddress.max(8192).empty(nothing),
    data: Joi.object().pattern(Joi.string().max(255), Joi.string().max(65_536).allow('')).empty(nothing),
  })
    .optional()
    .empty(nothing),
});

/** @throws {ConnectorError} when it is none */
export function readPayment(body: unknown): PaymentAnswer {
  const answer = readAnswer(form, body);
  const merchantReference = answer.merchantReference ?? answer.additionalData?.merchantReference;
  return { ...answer, ...(merchantReference !== undefined && { merchantReference }) };
}
