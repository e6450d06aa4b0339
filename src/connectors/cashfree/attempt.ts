import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import { bankName, currencyOrInr, id, orNone, readAnswer, rupees, text, word } from './read-answer.js';
import { toPaise } from './rupees.js';

/** Why Cashfree says that an attempt has failed. */
export interface ErrorDetails {
  error_code?: string | null;
  error_reason?: string | null;
  /** The issuer's, or NPCI's. */
  error_code_raw?: string | null;
}

/** One try of a customer to pay an order: a "payment", as Cashfree calls it, whatever came of it. */
export interface Attempt {
  cf_payment_id: string | number;
  order_id?: string | null;
  payment_status: string;
  payment_amount?: number | null;
  payment_currency: string;
  payment_time?: string | null;
  payment_completion_time?: string | null;
  /** Of a payment over UPI, its UTR: twelve digits. */
  bank_reference?: string | null;
  is_captured?: boolean | null;
  /** What it was paid by, such as `upi` or `credit_card`. */
  payment_group?: string | null;
  error_details?: ErrorDetails | null;
}

const errorDetails = orNone(answerForm<ErrorDetails>({ error_code: text, error_reason: text, error_code_raw: text }));

const form = answerForm<Attempt>({
  cf_payment_id: id.required(),
  order_id: text,
  payment_status: word.required(),
  payment_amount: rupees.allow(null),
  payment_currency: currencyOrInr,
  payment_time: text,
  payment_completion_time: text,
  bank_reference: bankName,
  is_captured: Joi.boolean().allow(null),
  payment_group: text,
  error_details: errorDetails,
});

const list = answerForm<{ payments: Attempt[] }>({ payments: Joi.array().items(form.optional()).required() });

const timeOf = ({ payment_time }: Attempt): number => Date.parse(payment_time ?? '') || 0;
/** Numbers in texts: the longer one is the greater. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : Number(a > b));

/**
 * The attempts at an order, the oldest first: Cashfree promises no order of its list.
 * @throws {ConnectorError} when it is no such list, or another order's
 */
export function readAttempts(body: unknown, { key }: Pick<About, 'key'>): Attempt[] {
  const { payments } = readAnswer(list, { payments: body });
  if (payments.some(({ order_id }) => order_id && order_id !== key))
    throw new ConnectorError("Cashfree answered about another order's payments");
  return payments.sort((a, b) => timeOf(a) - timeOf(b) || compareIds(String(a.cf_payment_id), String(b.cf_payment_id)));
}

/**
 * What has come by an attempt that succeeded.
 * @throws {ConnectorError} when that is not said
 */
export function moneyOf({ payment_amount, payment_currency: currency, cf_payment_id }: Attempt): {
  amount: number;
  currency: string;
} {
  if (typeof payment_amount !== 'number')
    throw new ConnectorError(`Cashfree does not say what ${cf_payment_id} brought`);
  return { amount: toPaise(payment_amount, currency), currency };
}

/** Whether it was paid over UPI, by whatever that is tied to. */
export const isUpi = ({ payment_group }: Attempt): boolean => /upi/i.test(payment_group ?? '');
