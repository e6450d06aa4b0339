import { Router, type Router as RouterType } from 'express';
import { readKey } from '../bad-request.js';
import { answer } from '../faults.js';
import type { Ledger } from '../ledger.js';
import { presentRefund } from './refund.js';
import { readRefundRequest } from './refund-request.js';
import { NotRefunded, takeBack, takeRefund } from './refunding.js';

/** The part of the payment API that gives money back. */
export function refundRoutes(ledger: Ledger): RouterType {
  const routes = Router();

  routes.post('/refunds', (req, res) => {
    const key = readKey(req.get('idempotency-key'));
    const { refund, unheard } = takeRefund(ledger, key, readRefundRequest(req.body));
    if (!unheard) answer(res, 200, presentRefund(refund));
  });

  routes.get('/refunds/:key', (req, res) => {
    const refund = ledger.refunds.find(req.params.key);
    if (refund) return answer(res, 200, presentRefund(refund));
    answer(res, 404, { error: { code: 'refund_unknown', message: 'There is no refund with this key' } });
  });

  routes.post('/refunds/:key/take-back', (req, res) => {
    try {
      answer(res, 200, presentRefund(takeBack(ledger, req.params.key)));
    } catch (error) {
      if (!(error instanceof NotRefunded)) throw error;
      answer(res, 409, { error: { code: 'refund_not_refunded', message: error.message } });
    }
  });

  return routes;
}
