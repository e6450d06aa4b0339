import Joi from 'joi';
import { READ_LIMIT } from '../../database/read-limit.js';
import { reviewNotFound } from '../../errors.js';
import { oneOf, text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import { payments } from '../../payments/payment.model.js';
import type { Matter } from '../../proofs/decide-review.js';
import { findReviews, REVIEW_KINDS, reviewOf, type ReviewKind } from '../../proofs/find-reviews.js';
import { presentDecided, presentReviews } from '../../proofs/present-review.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { listOf } from '../api/list-query.js';
import { decideAsOperator, decisionSchema } from './review-decision.js';

/** Only what is open is a queue; what was decided is found at its payment and in the audit trail. */
const state = oneOf('pending');
const cursor = text(255).description('The next_cursor of the page before');

const proofsQuery: Joi.ObjectSchema<{ cursor?: string }> = Joi.object({ state, cursor });
const reviewsQuery: Joi.ObjectSchema<{ kind?: ReviewKind; cursor?: string }> = Joi.object({
  state,
  kind: oneOf(...REVIEW_KINDS),
  cursor,
});

async function list(kind: ReviewKind | undefined, cursor: string | undefined) {
  const { page, nextCursor } = await findReviews(kind, cursor);
  return listOf(await presentReviews(page), nextCursor);
}

/** One page of everything that waits for a person, overdue first. */
export function listReviews({ query }: Pick<ConsoleRequest, 'query'>) {
  const { kind, cursor } = validateForOperator(reviewsQuery, query);
  return list(kind, cursor);
}

/** One payment that waits, or has waited, for a person. @throws {ApiError} review_not_found */
export async function showReview({ id }: Pick<ConsoleRequest, 'id'>) {
  const payment = await payments.findOne({ _id: id.toLowerCase() }, READ_LIMIT);
  const review = payment && reviewOf(payment);
  const [shown] = review ? await presentReviews([review]) : [];
  if (!shown) throw reviewNotFound();
  return shown;
}

const decide = (path: string, matter: Matter, about: string): ConsoleCall => ({
  method: 'post',
  path,
  role: 'reviewer',
  about,
  body: decisionSchema,
  gives: 'Decided',
  refusals: {
    404: 'transaction_not_found, proof_not_found or review_not_found',
    409: 'payment_final, proof_changed, or payment_disputed',
    422: 'amount_mismatch, or refund_not_supported',
  },
  answer: async ({ operator, id, body }) => presentDecided(await decideAsOperator(operator, id, body, matter)),
});

export const reviewsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/proofs',
    role: 'viewer',
    about: 'Proofs that wait for their review, overdue ones first',
    query: proofsQuery,
    gives: { listOf: 'Review' },
    answer: ({ query }) => list('proof', validateForOperator(proofsQuery, query).cursor),
  },
  decide('/proofs/:trx/decision', 'proof', 'Accept or refuse a proof'),
  {
    method: 'get',
    path: '/reviews',
    role: 'viewer',
    about: 'Everything that waits for a person, overdue first',
    query: reviewsQuery,
    gives: { listOf: 'Review' },
    answer: listReviews,
  },
  {
    method: 'get',
    path: '/reviews/:trx',
    role: 'viewer',
    about: 'One payment that waits, or has waited, for a person',
    gives: 'Review',
    refusals: { 404: 'review_not_found' },
    answer: showReview,
  },
  decide(
    '/reviews/:trx/decision',
    'review',
    'Decide on a proof, an amount that differs, late money, or what a gateway has not told of',
  ),
];
