import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { isEqual } from '../crypto/is-equal.js';
import { logger } from '../telemetry/logger.js';
import { presentCharge } from './charge-answer.js';
import { BadRequest, clientStatus, readKey } from './bad-request.js';
import { behavioursOf, keyIn, referenceOf } from './behaviour.js';
import { finishChallenge } from './challenge.js';
import { readChargeRequest, readCloseRequest, readProof } from './charge-request.js';
import { closeLater, isClosing } from './closing.js';
import { chargeCard, closeCharge, KeyReused } from './charging.js';
import { disputeRoutes } from './disputes/dispute.routes.js';
import { answer, misbehave, type Fault } from './faults.js';
import type { Ledger } from './ledger.js';
import { orderRoutes } from './orders/order.routes.js';
import { OrderClosed } from './orders/ordering.js';
import { refundRoutes } from './refunds/refund.routes.js';
import { readStatementRequest } from './statement-request.js';

const failure = (code: string, message: string) => ({ error: { code, message } });

/** `Authorization: Bearer <key>`. */
const requireKey =
  (apiKey: string): RequestHandler =>
  (req, res, next) => {
    if (isEqual(req.get('authorization') ?? '', `Bearer ${apiKey}`)) next();
    else answer(res, 401, failure('unauthorized', 'The API key is missing or wrong'));
  };

/** Errors of the body parser quote the body, which may hold a card: their words go nowhere. */
const answerError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (error instanceof KeyReused) return answer(res, 422, failure('key_reused', error.message));
  if (error instanceof OrderClosed) return answer(res, 409, failure('order_closed', error.message));
  if (error instanceof BadRequest) return answer(res, error.status, failure('invalid_request', error.message));
  const status = clientStatus(error);
  if (status) return answer(res, status, failure('invalid_request', 'The body must be JSON of at most 64 KB'));
  logger.error('request.failed', { error });
  answer(res, 500, failure('internal_error', 'The gateway failed'));
};

/** What connectors call: src/connectors/sandbox/README.md describes it for them. */
export function paymentApi(ledger: Ledger, apiKey: string, currentFault: (account?: string) => Fault): Express {
  const api = express();
  api.disable('x-powered-by').disable('etag');
  api.use(misbehave(currentFault), requireKey(apiKey), express.json({ limit: '64kb' }));

  api.post('/charges', (req, res) => {
    const key = readKey(req.get('idempotency-key'));
    const { charge, unheard } = chargeCard(ledger, key, readChargeRequest(req.body), behavioursOf(req));
    if (!unheard) answer(res, 200, presentCharge(charge));
  });

  api.post('/references', (req, res) => answer(res, 200, { id: referenceOf(readKey(req.get('idempotency-key'))) }));

  api.get('/charges/:key', (req, res) => {
    const key = keyIn(req);
    const charge = ledger.find(key);
    if (behavioursOf(req).includes('told'))
      answer(res, 403, failure('only_told', 'This account is told, and cannot ask'));
    else if (isClosing(key)) answer(res, 200, { status: 'closing' });
    else if (charge) answer(res, 200, presentCharge(charge));
    else answer(res, 404, failure('charge_unknown', 'There is no charge with this key'));
  });

  api.post('/charges/:key/close', (req, res) => {
    const key = readKey(keyIn(req));
    const behaviours = behavioursOf(req);
    const isLater = behaviours.includes('closes-later') && closeLater(ledger, key);
    if (isLater) return answer(res, 200, { status: 'closing' });
    const charge = closeCharge(ledger, key, { ...readCloseRequest(req.body), behaviours });
    answer(res, 200, behaviours.includes('told') ? { status: 'closing' } : presentCharge(charge));
  });

  api.post('/charges/:key/finish', (req, res) => {
    const charge = ledger.find(keyIn(req));
    if (!charge) return answer(res, 404, failure('charge_unknown', 'There is no charge with this key'));
    if (charge.status === 'challenge_required') finishChallenge(ledger, charge, readProof(req.body));
    answer(res, 200, presentCharge(ledger.find(charge.key) ?? charge));
  });

  api.get('/settled', (req, res) => {
    const { from, to, cursor } = readStatementRequest(req.query);
    const { lines, nextCursor } = ledger.settled({ from: from.getTime(), to: to.getTime() }, cursor);
    answer(res, 200, { settled: lines, next_cursor: nextCursor === null ? null : String(nextCursor) });
  });

  api.get('/settled/:key', (req, res) => {
    const line = ledger.settledOf(req.params.key);
    if (line) answer(res, 200, line);
    else answer(res, 404, failure('settled_unknown', 'No money has moved with this key'));
  });

  api.use(orderRoutes(ledger.orders));
  api.use(refundRoutes(ledger));
  api.use(disputeRoutes(ledger));
  api.use((_req, res) => answer(res, 404, failure('path_unknown', 'There is no such path')));
  api.use(answerError);
  return api;
}
