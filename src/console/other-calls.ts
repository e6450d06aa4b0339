import Joi from 'joi';
import { text } from '../http/fields.js';
import { REVIEW_KINDS } from '../proofs/find-reviews.js';
import type { CallDescription } from './console-call.js';
import { words } from './list-query.js';
import { newOperatorSchema } from './new-operator.js';

const cursor = text(255).description('The next_cursor of the page before');
const pending = words('pending');

const decision = {
  type: 'object',
  properties: {
    decision: { type: 'string', enum: ['accept', 'reject'] },
    amount: { type: 'number', minimum: 0, description: 'What was seen, in major units; needed to accept' },
    note: { type: 'string', maxLength: 1000, description: 'Needed to reject; the merchant reads it' },
    version: { type: 'integer', minimum: 1, description: 'The version of the proof that was looked at' },
  },
  required: ['decision'],
};

const decide = (path: string, about: string): CallDescription => ({
  method: 'post',
  path,
  role: 'reviewer',
  about,
  body: decision,
  gives: 'Decided',
  refusals: {
    404: 'transaction_not_found, proof_not_found or review_not_found',
    409: 'payment_final, or proof_changed',
    422: 'amount_mismatch',
  },
});

/** The calls with routes of their own, written down here; a test compares them with what is mounted. */
export const OTHER_CALLS: CallDescription[] = [
  {
    method: 'get',
    path: '/proofs',
    role: 'viewer',
    about: 'Proofs that wait for their review, overdue ones first',
    query: Joi.object({ state: pending, cursor }),
    gives: { listOf: 'Review' },
  },
  decide('/proofs/:trx/decision', 'Accept or refuse a proof'),
  {
    method: 'get',
    path: '/proofs/:trx/image',
    role: 'viewer',
    about: 'The image that was handed in',
    query: Joi.object({ version: Joi.number().integer().min(1) }),
    gives: { mediaType: 'image/*' },
    refusals: { 404: 'transaction_not_found or proof_not_found' },
  },
  {
    method: 'get',
    path: '/reviews',
    role: 'viewer',
    about: 'Everything that waits for a person, overdue first',
    query: Joi.object({ state: pending, kind: words(...REVIEW_KINDS), cursor }),
    gives: { listOf: 'Review' },
  },
  decide('/reviews/:trx/decision', 'Decide on a proof, an amount that differs, or late money'),
  {
    method: 'get',
    path: '/audit',
    role: 'viewer',
    about: 'Who did what, and when, newest first',
    query: Joi.object({
      object: text(255).description('The id of what it was done to'),
      operator: text(255).description('opr_…'),
      cursor,
    }),
    gives: { listOf: 'AuditLine' },
  },
  {
    method: 'get',
    path: '/operators',
    role: 'admin',
    about: 'Every operator, the disabled ones too',
    gives: { listOf: 'Operator' },
  },
  {
    method: 'post',
    path: '/operators',
    role: 'admin',
    about: 'Make an operator; the API token is shown this once',
    body: newOperatorSchema,
    status: 201,
    gives: 'NewOperator',
    refusals: { 409: 'operator_exists' },
  },
];
