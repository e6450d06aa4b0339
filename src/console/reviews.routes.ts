import { type Request, type Response, Router } from 'express';
import { methodNotAllowed } from '../errors.js';
import { jsonBody } from '../http/json-body.js';
import type { Matter } from '../proofs/decide-review.js';
import { findReviews, REVIEW_KINDS, type ReviewKind } from '../proofs/find-reviews.js';
import { presentDecided, presentReviews } from '../proofs/present-review.js';
import { choice, parameter } from './query.js';
import { requireRole } from './require-role.js';
import { decideAsOperator } from './review-decision.js';

/** Only what is open is a queue; what was decided is found at its payment and in the audit trail. */
const STATES = ['pending'] as const;

async function list(req: Request, res: Response, kind: ReviewKind | undefined): Promise<void> {
  choice(req, 'state', STATES);
  const { reviews, nextCursor } = await findReviews(kind, parameter(req, 'cursor'));
  res.json({ data: await presentReviews(reviews), next_cursor: nextCursor });
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
  .get((req, res) => list(req, res, 'proof'))
  .all(allow('GET'));

reviewsRoutes
  .route('/reviews')
  .all(requireRole('viewer'))
  .get((req, res) => list(req, res, choice(req, 'kind', REVIEW_KINDS)))
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
