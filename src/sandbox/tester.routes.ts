import express, { Router, type ErrorRequestHandler, type Router as RouterType } from 'express';
import { config } from '../../config/index.js';
import { PortTaken } from '../http/listen.js';
import { BadRequest, clientStatus } from './bad-request.js';
import type { FaultSwitch } from './fault-switch.js';
import { readFault } from './faults.js';
import type { Ledger } from './ledger.js';
import { readLedgerRequest } from './ledger-request.js';
import { presentRefund } from './refunds/refund.js';
import { readRefundByHand, refundByHand } from './refunds/refund-by-hand.js';

const answerError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (error instanceof PortTaken) return void res.status(503).json({ message: error.message });
  const status = clientStatus(error);
  if (!status) return next(error);
  res.status(status).json({ message: error instanceof BadRequest ? error.message : 'The body must be a JSON object' });
};

/** What those who test need of a gateway: how often money moved, and a way to make it misbehave. */
export function testerRoutes(ledger: Ledger, faults: FaultSwitch): RouterType {
  const routes = Router();

  routes.get('/ledger', (req, res) => {
    const { reference, since, cursor } = readLedgerRequest(req.query);
    if (reference !== undefined) return void res.json({ charges: ledger.list(reference) });
    res.json(ledger.listSince(since?.getTime() ?? 0, cursor ?? null));
  });

  routes.post('/refunds', express.json({ limit: '1kb', type: () => true }), (req, res) => {
    const refund = refundByHand(ledger, readRefundByHand(req.body));
    res.status(refund.state.status === 'refunded' ? 200 : 409).json(presentRefund(refund));
  });

  routes.get('/faults', (_req, res) => void res.json(faults.current()));

  routes.put('/faults', express.json({ limit: '1kb', type: () => true }), async (req, res) => {
    if (!config.sandbox.faults) return void res.status(403).json({ message: 'SANDBOX_FAULTS is off' });
    const fault = readFault(req.body);
    await faults.turn(fault);
    res.json(faults.current(fault.account));
  });

  routes.use(answerError);
  return routes;
}
