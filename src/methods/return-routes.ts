import { Router } from 'express';
import type { PaymentStatus } from '../payments/states.js';
import { comeBack } from './come-back.js';
import { takesOnly } from '../http/takes-only.js';

/** Where a page of somebody else sends the customer, by GET or by POST, while the payment waits in that status. */
export function returnRoutes(path: `${string}/:token`, waiting: PaymentStatus): Router {
  const router = Router();
  router
    .route(path)
    .get((req, res) => comeBack(req, res, waiting))
    .post((req, res) => comeBack(req, res, waiting))
    .all(takesOnly('GET', 'POST'));
  return router;
}
