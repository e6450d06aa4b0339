import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import { answerForm } from '../http/answer.js';
import type { AsyncPaymentResult } from '../orders.js';
import { optionalCurrency, optionalTaka, optionalText, readAnswer, text, toPaisa } from './read-answer.js';

/** A payment as bKash answers to `execute` and `payment/status`. */
export interface Payment {
  paymentID: string;
  transactionStatus: string;
  /** Of one that nobody has paid there may be none. */
  amount?: string;
  currency: string;
  /** Of the transaction, once money has moved. */
  trxID?: string;
  /** `Complete` once the customer has agreed; Incomplete, or nothing, before. */
  verificationStatus?: string;
  merchantInvoiceNumber?: string;
  /** The same in some answers. */
  merchantInvoice?: string;
}

const form = answerForm<Payment>({
  paymentID: text.required(),
  transactionStatus: text.required(),
  amount: optionalTaka,
  currency: optionalCurrency.default('BDT'), // bKash has no other
  trxID: optionalText,
  verificationStatus: optionalText,
  merchantInvoiceNumber: optionalText,
  merchantInvoice: optionalText,
});

/** Throws unless an answer is about the payment that was asked for. @throws {ConnectorError} */
export function requireSame(
  { key, reference }: Pick<About, 'key' | 'reference'>,
  answered: Pick<Payment, 'paymentID' | 'merchantInvoiceNumber' | 'merchantInvoice'>,
): void {
  const invoice = answered.merchantInvoiceNumber ?? answered.merchantInvoice ?? key;
  if (invoice !== key || (reference !== undefined && answered.paymentID !== reference))
    throw new ConnectorError('bKash answered about another payment');
}

/** @throws {ConnectorError} when it is no payment, or not the one that was asked for */
export function readPayment(body: unknown, about: Pick<About, 'key' | 'reference'>): Payment {
  const payment = readAnswer(form, body);
  requireSame(about, payment);
  return payment;
}

/** @throws {ConnectorError} when there is none */
function amountOf({ amount }: Payment): number {
  if (amount === undefined)
    throw new ConnectorError('bKash names no amount of a payment that its customer has agreed to');
  return toPaisa(amount);
}

const CANCELLED = ['Cancelled', 'Canceled'];
const REFUSED = ['Failed', 'Declined'];

/**
 * What a payment means by bKash's own word. One that is `Initiated` is `waiting` unless bKash says that its customer has
 * agreed.
 * @throws {ConnectorError} when nothing is decided, or bKash has a word that nobody here knows
 */
export function toResult(payment: Payment): AsyncPaymentResult {
  const { transactionStatus: status, currency, trxID } = payment;
  if (status === 'Completed') {
    if (trxID === undefined) throw new ConnectorError('bKash names no transaction of a payment that it has completed');
    return { outcome: 'paid', reference: trxID, amount: amountOf(payment), currency };
  }
  if (status === 'Initiated')
    return payment.verificationStatus === 'Complete'
      ? { outcome: 'agreed', amount: amountOf(payment), currency }
      : { outcome: 'waiting' };
  if (CANCELLED.includes(status)) return { outcome: 'cancelled' };
  if (status === 'Expired') return { outcome: 'cancelled', expired: true };
  if (REFUSED.includes(status)) return { outcome: 'refused', reason: 'do_not_honor', gatewayCode: status };
  throw new ConnectorError('bKash gives a payment a status that nobody here knows');
}
