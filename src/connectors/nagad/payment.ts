import Joi from 'joi';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import { answerForm, nothing, readAnswerOf } from '../http/answer.js';
import type { AsyncPaymentResult } from '../orders.js';
import { paisaOf, taka } from '../taka.js';
import { orderIdOf } from './order-id.js';

/** A payment as Nagad answers when it is asked. The answer is not signed: TLS alone says whose it is. */
export interface Payment {
  merchantId?: string;
  orderId: string;
  status: string;
  /** Of one that was only begun there may be none. */
  amount?: string;
  currency: string;
  paymentRefId?: string;
  /** Of the transaction, once money has moved. */
  issuerPaymentRefNo?: string;
}

const text = Joi.string().max(255);

const optionalText = text.empty(nothing);

/** By letters or by number; Nagad has no other, and may leave it out. */
const currency = Joi.string()
  .pattern(/^([A-Z]{3}|\d{3})$/)
  .empty(['', null, '050'])
  .default('BDT');

const form = answerForm<Payment & { currencyCode: string }>({
  merchantId: optionalText,
  orderId: text.required(),
  status: text.required(),
  amount: taka.empty(nothing),
  currency,
  currencyCode: currency,
  paymentRefId: optionalText,
  issuerPaymentRefNo: optionalText,
});

/** @throws {ConnectorError} when it is no payment, or not the one that was asked for */
export function readPayment(
  body: unknown,
  { key, reference }: Pick<About, 'key' | 'reference'>,
  merchantId: string,
): Payment {
  const { currencyCode, ...payment } = readAnswerOf('Nagad', form, body);
  const isOurs =
    payment.orderId === orderIdOf(key) &&
    (payment.merchantId ?? merchantId) === merchantId &&
    (payment.paymentRefId ?? reference) === reference;
  if (!isOurs) throw new ConnectorError('Nagad answered about another payment');
  return { ...payment, currency: payment.currency === 'BDT' ? currencyCode : payment.currency };
}

const WAITING = ['Initiated', 'OrderInitiated', 'Ready', 'InProgress', 'OtpSent', 'OtpVerified'];
const PAYING = ['PinGiven'];
const CANCELLED = ['Cancelled', 'Canceled', 'Aborted'];
const REFUSED = ['Failed', 'Declined', 'Rejected', 'InvalidRequest', 'Fraud'];

/**
 * What a payment has come to.
 * @throws {ConnectorError} when Nagad has a word that nobody here knows: then nothing is decided
 */
export function toResult({ status, amount, currency, issuerPaymentRefNo }: Payment): AsyncPaymentResult {
  if (status === 'Success') {
    if (issuerPaymentRefNo === undefined || amount === undefined)
      throw new ConnectorError('Nagad names no transaction, or no amount, of a payment that it took');
    return { outcome: 'paid', reference: issuerPaymentRefNo, amount: paisaOf('Nagad', amount), currency };
  }
  if (WAITING.includes(status)) return { outcome: 'waiting' };
  if (PAYING.includes(status)) return { outcome: 'in_progress' };
  if (CANCELLED.includes(status)) return { outcome: 'cancelled' };
  if (status === 'Expired') return { outcome: 'cancelled', expired: true };
  if (REFUSED.includes(status)) return { outcome: 'refused', reason: 'do_not_honor', gatewayCode: status };
  throw new ConnectorError('Nagad gives a payment a status that nobody here knows');
}
