import { Router } from 'express';
import { takesOnly } from '../http/takes-only.js';
import type { PaymentStatus } from '../payments/states.js';
import { comeBack, goOn } from './come-back.js';

/** Where a page of somebody else sends the customer, by GET or by POST, while the payment waits in that status. */
function returnsTo(path: `${string}/:token`, waiting: PaymentStatus): Router {
  const router = Router();
  router
    .route(path)
    .get((req, res) => comeBack(req, res, waiting))
    .post((req, res) => comeBack(req, res, waiting))
    .all(takesOnly('GET', 'POST'));
  return router;
}

/** Where a customer leaves for a page that takes a form, while the payment waits in that status. */
function goesFrom(path: `${string}/:token`, waiting: PaymentStatus): Router {
  const router = Router();
  router
    .route(path)
    .get((req, res) => goOn(req, res, waiting))
    .all(takesOnly('GET'));
  return router;
}

/** Customers who leave for their issuer's page or their wallet's, where a form leads there, and who come back from their issuer's page or their wallet's. */
export const returnRoutes = Router()
  .use(goesFrom('/3ds/go/:token', 'challenged'))
  .use(goesFrom('/wallet/go/:token', 'awaiting_wallet'))
  .use(returnsTo('/3ds/return/:token', 'challenged'))
  .use(returnsTo('/wallet/return/:token', 'awaiting_wallet'));
