import { Router } from 'express';
import { takesOnly } from '../http/takes-only.js';
import type { PaymentStatus } from '../payments/states.js';
import { comeBack } from './come-back.js';

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

/** Customers who come back from their issuer's page or their wallet's. */
export const returnRoutes = Router()
  .use(returnsTo('/3ds/return/:token', 'challenged'))
  .use(returnsTo('/wallet/return/:token', 'awaiting_wallet'));
