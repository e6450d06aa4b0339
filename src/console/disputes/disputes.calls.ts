import Joi from 'joi';
import { DISPUTE_STATES } from '../../connectors/disputes.js';
import { oneOf, text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { cursor, listOf, trx } from '../api/list-query.js';
import { findDisputes, type DisputeQuery } from './find-disputes.js';
import { presentInFull } from './present-dispute.js';

const query: Joi.ObjectSchema<DisputeQuery> = Joi.object({
  trx: trx(),
  merchant: text(255).description('mer_…'),
  state: oneOf(...DISPUTE_STATES),
  cursor: cursor(),
});

/** Disputes that fit the address, newest first. */
export async function listDisputes(request: Pick<ConsoleRequest, 'query'>) {
  const { page, nextCursor } = await findDisputes(validateForOperator(query, request.query));
  return listOf(
    page.map(({ payment, dispute }) => presentInFull(payment, dispute)),
    nextCursor,
  );
}

export const disputesCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/disputes',
    role: 'viewer',
    about: 'Find disputes, newest first; what is asked for must all fit',
    query,
    gives: { listOf: 'Dispute' },
    answer: listDisputes,
  },
];
