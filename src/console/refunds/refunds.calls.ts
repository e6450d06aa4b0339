import Joi from 'joi';
import { REFUND_PUBLIC_STATUSES } from '../../payments/refund-states.js';
import { oneOf, text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { cursor, listOf, trx } from '../api/list-query.js';
import { findRefunds, type RefundQuery } from './find-refunds.js';
import { presentInFull } from './present-refund.js';
import { operatorRefundSchema, refundAsOperator } from './refund-as-operator.js';

const query: Joi.ObjectSchema<RefundQuery> = Joi.object({
  trx: trx(),
  merchant: text(255).description('mer_…'),
  status: oneOf(...REFUND_PUBLIC_STATUSES).description('The status that merchants see'),
  cursor: cursor(),
});

/** Refunds that fit the address, newest first. */
export async function listRefunds(request: Pick<ConsoleRequest, 'query'>) {
  const { page, nextCursor } = await findRefunds(validateForOperator(query, request.query));
  return listOf(
    page.map(({ payment, refund }) => presentInFull(payment, refund)),
    nextCursor,
  );
}

export const refundsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/refunds',
    role: 'viewer',
    about: 'Find refunds, newest first; what is asked for must all fit',
    query,
    gives: { listOf: 'Refund' },
    answer: listRefunds,
  },
  {
    method: 'post',
    path: '/payments/:trx/refund',
    role: 'reviewer',
    about: 'Send money of a payment back, all that is left or a part',
    body: operatorRefundSchema,
    gives: 'Refund',
    refusals: {
      404: 'transaction_not_found',
      409: 'payment_not_refundable, payment_disputed, or duplicate_identifier',
      422: 'refund_not_supported',
    },
    async answer({ operator, id, body }) {
      const { payment, refund } = await refundAsOperator(operator, id, body);
      return presentInFull(payment, refund);
    },
  },
];
