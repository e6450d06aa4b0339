import { Router, type Router as RouterType } from 'express';
import { answer } from '../faults.js';
import type { Ledger } from '../ledger.js';
import { isSeen, presentDispute, type SeenDispute } from './dispute.js';
import { readClosing, readDisputeQuery } from './dispute-request.js';
import { closeDispute, DisputeClosed, openDue } from './disputing.js';

const PAGE = 100;

/** Whether it was opened or closed from one moment on and before another, in ms since 1970. */
const movedWithin = ({ state }: SeenDispute, from: number, to: number): boolean =>
  [state.openedAt, state.status === 'open' ? NaN : state.closedAt].some((at) => at >= from && at < to);

/** The part of the payment API that tells of disputes. */
export function disputeRoutes(ledger: Ledger): RouterType {
  const routes = Router();

  routes.get('/disputes', (req, res) => {
    const { charge, from, to, cursor } = readDisputeQuery(req.query);
    openDue(ledger);
    if (charge !== undefined)
      return answer(res, 200, { disputes: ledger.disputes.ofCharge(charge).map(presentDispute), next_cursor: null });
    const [start, end] = [from?.getTime() ?? 0, to?.getTime() ?? 0];
    const found = [...ledger.disputes.all()].filter(isSeen).filter((each) => movedWithin(each, start, end));
    const page = found.toSorted((a, b) => a.state.openedAt - b.state.openedAt).slice(cursor, cursor + PAGE);
    const next = cursor + PAGE < found.length ? String(cursor + PAGE) : null;
    answer(res, 200, { disputes: page.map(presentDispute), next_cursor: next });
  });

  routes.post('/disputes/:id/close', (req, res) => {
    const { outcome } = readClosing(req.body);
    openDue(ledger);
    try {
      answer(res, 200, presentDispute(closeDispute(ledger, req.params.id, outcome)));
    } catch (error) {
      if (!(error instanceof DisputeClosed)) throw error;
      answer(res, 409, { error: { code: 'dispute_closed', message: error.message } });
    }
  });

  return routes;
}
