import Joi from 'joi';
import { transactionNotFound } from '../errors.js';
import { identifier, text } from '../http/fields.js';
import { deliveries } from '../ipn/delivery.model.js';
import { paymentEvidence } from '../ipn/evidence.js';
import { payments } from '../payments/payment.model.js';
import { findEarlierUses } from '../proofs/references.js';
import type { ConsoleCall, ConsoleRequest } from './console-call.js';
import { findPayments, type PaymentQuery } from './find-payments.js';
import { cursor, listOf, readQuery, trx, words } from './list-query.js';
import { presentInFull, presentListed } from './present-payment.js';

const query: Joi.ObjectSchema<PaymentQuery> = Joi.object({
  trx: trx(),
  identifier: identifier(),
  status: words('pending', 'success', 'failed', 'cancelled').description('The status that merchants see'),
  merchant: text(255).description('mer_…'),
  cursor: cursor(),
});

async function list(request: ConsoleRequest) {
  const { page, nextCursor } = await findPayments(readQuery(query, request.query));
  return listOf(page.map(presentListed), nextCursor);
}

async function show({ id }: ConsoleRequest) {
  const payment = await payments.findOne({ _id: id.toLowerCase() });
  if (!payment) throw transactionNotFound();
  const [sent, uses] = await Promise.all([
    deliveries
      .find({ trx: payment._id }, { projection: { body: 0 } })
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
    answer: list,
  },
  {
    method: 'get',
    path: '/payments/:trx',
    role: 'viewer',
    about: 'One payment: its history, what it waits for, attempts at gateways, proofs, notifications',
    gives: 'PaymentInFull',
    refusals: { 404: 'transaction_not_found' },
    answer: show,
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
