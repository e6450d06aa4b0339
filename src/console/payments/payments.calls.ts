import Joi from 'joi';
import { READ_LIMIT } from '../../database/read-limit.js';
import { currency, oneOf, siblingsOf, text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import { deliveries, ofPayment } from '../../ipn/delivery.model.js';
import { paymentEvidence } from '../../evidence/evidence.js';
import { ALL_METHODS } from '../../methods/index.js';
import { paymentByTrx } from '../../payments/payment-by-trx.js';
import { identifier } from '../../payments/order-fields.js';
import { PUBLIC_STATUSES, STATUSES } from '../../payments/states.js';
import { findEarlierUses } from '../../proofs/references.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { findPayments, type PaymentQuery } from './find-payments.js';
import { cursor, day, listOf, trx } from '../api/list-query.js';
import { presentInFull, presentListed } from './present-payment.js';

/** An amount in an address, in major units. */
const amount = (): Joi.StringSchema =>
  text(20)
    .custom((value: string, helpers) =>
      /^\d{1,12}(\.\d{1,4})?$/.test(value) ? Number(value) : helpers.error('amount.form'),
    )
    .description('What was asked for, in major units');

/** The end of a card's number. */
const last4 = (): Joi.StringSchema =>
  text(20).custom((value: string, helpers) =>
    /^\d{4}$/.test(value) ? value : helpers.error('digits.form', { limit: 'four' }),
  );

const query: Joi.ObjectSchema<PaymentQuery> = Joi.object({
  trx: trx(),
  identifier: identifier(),
  status: oneOf(...PUBLIC_STATUSES).description('The status that merchants see; what is abandoned, they do not'),
  state: oneOf(...STATUSES).description('The status inside'),
  merchant: text(255).description('mer_…'),
  method: oneOf(...ALL_METHODS),
  amount: amount(),
  currency: currency(),
  last4: last4().description('The last four digits of a card'),
  email: text(254).description("The customer's e-mail, exactly as the merchant sent it"),
  from: day().description('The first day on which it was created, UTC'),
  to: day()
    .custom((value: string, helpers) => {
      const { from } = siblingsOf(helpers);
      return typeof from === 'string' && value < from ? helpers.error('day.order') : value;
    })
    .description('The last such day, UTC, included'),
  reference: text(255).description('What a gateway calls one of its attempts, such as ch_…'),
  cursor: cursor(),
});

/** Payments that fit the address, newest first. */
export async function listPayments(request: Pick<ConsoleRequest, 'query'>) {
  const { page, nextCursor } = await findPayments(validateForOperator(query, request.query));
  return listOf(page.map(presentListed), nextCursor);
}

/** One payment with all that there is to know about it. @throws {ApiError} transaction_not_found */
export async function showPayment({ id }: Pick<ConsoleRequest, 'id'>) {
  const payment = await paymentByTrx(id);
  const [sent, uses] = await Promise.all([
    deliveries
      .find(ofPayment(payment._id), { ...READ_LIMIT, projection: { body: 0 } })
      .sort({ sequence: 1 })
      .toArray(),
    findEarlierUses([payment]),
  ]);
  return presentInFull(payment, sent, uses.get(payment._id));
}

export const paymentsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/payments',
    role: 'viewer',
    about: 'Find payments, newest first; what is asked for must all fit',
    query,
    gives: { listOf: 'Payment' },
    answer: listPayments,
  },
  {
    method: 'get',
    path: '/payments/:trx',
    role: 'viewer',
    about: 'One payment: its history, what it waits for, attempts at gateways, proofs, notifications',
    gives: 'PaymentInFull',
    refusals: { 404: 'transaction_not_found' },
    answer: showPayment,
  },
  {
    method: 'get',
    path: '/payments/:trx/evidence',
    role: 'viewer',
    about: 'What was sent to the merchant about a payment, when, and what came back, signed',
    gives: 'Evidence',
    refusals: { 404: 'transaction_not_found' },
    answer: ({ id }) => paymentEvidence(id),
  },
];
