import { type Request, type Response, Router } from 'express';
import Joi from 'joi';
import { methodNotAllowed } from '../errors.js';
import { text } from '../http/fields.js';
import { jsonBody } from '../http/json-body.js';
import type { Matter } from '../proofs/decide-review.js';
import { findReviews, REVIEW_KINDS, type ReviewKind } from '../proofs/find-reviews.js';
import { presentDecided, presentReviews } from '../proofs/present-review.js';
import { listOf, readQuery, words } from './list-query.js';
import { requireRole } from './require-role.js';
import { decideAsOperator } from './review-decision.js';

/** Only what is open is a queue; what was decided is found at its payment and in the audit trail. */
const state = words('pending');
const cursor = text(255);

const proofsQuery: Joi.ObjectSchema<{ cursor?: string }> = Joi.object({ state, cursor });
const reviewsQuery: Joi.ObjectSchema<{ kind?: ReviewKind; cursor?: string }> = Joi.object({
  state,
  kind: words(...REVIEW_KINDS),
  cursor,
});

async function list(kind: ReviewKind | undefined, cursor: string | undefined) {
  const { reviews, nextCursor } = await findReviews(kind, cursor);
  return listOf(await presentReviews(reviews), nextCursor);
}

const allow = (methods: string) => () => {
  throw methodNotAllowed(methods);
};

const decide = (matter: Matter) => async (req: Request<{ trx: string }>, res: Response) => {
  res.json(presentDecided(await decideAsOperator(req, req.params.trx, matter)));
};

export const reviewsRoutes = Router();

reviewsRoutes
  .route('/proofs')
  .all(requireRole('viewer'))
  .get(async (req, res) => {
    const { cursor } = readQuery(proofsQuery, req.query);
    res.json(await list('proof', cursor));
  })
  .all(allow('GET'));

reviewsRoutes
  .route('/reviews')
  .all(requireRole('viewer'))
  .get(async (req, res) => {
    const { kind, cursor } = readQuery(reviewsQuery, req.query);
    res.json(await list(kind, cursor));
  })
  .all(allow('GET'));

reviewsRoutes
  .route('/proofs/:trx/decision')
  .all(requireRole('reviewer'))
  .post(jsonBody('100kb'), decide('proof'))
  .all(allow('POST'));

reviewsRoutes
  .route('/reviews/:trx/decision')
  .all(requireRole('reviewer'))
  .post(jsonBody('100kb'), decide('review'))
  .all(allow('POST'));
