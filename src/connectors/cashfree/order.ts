import { answerForm } from '../http/answer.js';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import { currency, readAnswer, rupees, text, word } from './read-answer.js';
import { toPaise } from './rupees.js';

/** An order: what Cashfree has of one key, which is its `order_id`. */
export interface Order {
  order_id: string;
  order_status: string;
  order_amount: number;
  order_currency: string;
  /** With which a customer can begin to pay it. */
  payment_session_id?: string | null;
  /** Until when an attempt may be begun. */
  order_expiry_time?: string | null;
}

const form = answerForm<Order>({
  order_id: word.required(),
  order_status: word.required(),
  order_amount: rupees.required(),
  order_currency: currency.required(),
  payment_session_id: text,
  order_expiry_time: text,
});

/**
 * The order of a key.
 * @throws {ConnectorError} when it is none, or another one's
 */
export function readOrder(body: unknown, { key }: Pick<About, 'key'>): Order {
  const order = readAnswer(form, body);
  if (order.order_id !== key) throw new ConnectorError('Cashfree answered about another order');
  return order;
}

/** Whether an order is for the money that a call is about. */
export const isOrderOf = (order: Order, { amount, currency: asked }: Pick<About, 'amount' | 'currency'>): boolean =>
  order.order_currency === asked && toPaise(order.order_amount, order.order_currency) === amount;
