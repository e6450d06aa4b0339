import Joi from 'joi';
import { answerForm, nothing, readAnswerOf } from '../http/answer.js';

/** A text of Cashfree's; null or empty where it has none to say. */
export const text = Joi.string().max(1024).allow(null, '');

/** A bank's name of something; undefined where Cashfree has a word instead of none. */
export const bankName = text.empty(Joi.string().pattern(/^(?:na|n\/a|null)$/i));

/** One of Cashfree's words, such as `ACTIVE`. */
export const word = Joi.string().max(100);

/** An id of Cashfree's own: text today, a number in older answers and in webhooks. */
export const id = Joi.alternatives(Joi.string().max(255), Joi.number().strict().integer());

/** An amount in rupees. */
export const rupees = Joi.number().strict();

export const currency = Joi.string().pattern(/^[A-Z]{3}$/);

/** The same where Cashfree may leave it out, null or empty. */
export const currencyOrInr = currency.empty(nothing).default('INR');

/** A part of an answer that Cashfree may leave out, or have null. */
export const orNone = <T>(form: Joi.ObjectSchema<T>) => form.optional().allow(null);

/** What an event or a line says of its order. */
export interface OrderNames {
  order_id?: string | null;
  order_tags?: { trx?: string | null } | null;
}

export const orderNames = orNone(
  answerForm<OrderNames>({
    order_id: text,
    order_tags: orNone(answerForm({ trx: text })).failover(null), // the order's id says the same
  }),
);

/** @throws {ConnectorError} when an answer is not of its form */
export const readAnswer = <T>(form: Joi.ObjectSchema<T>, body: unknown): T => readAnswerOf('Cashfree', form, body);
