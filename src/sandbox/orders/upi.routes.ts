import { Router, type Response, type Router as RouterType } from 'express';
import { readForm } from '../posted-form.js';
import { showPage } from '../show-page.js';
import { buttonOf } from './buttons.js';
import { press, visit } from './moves.js';
import type { UpiOrder } from './order.js';
import type { OrderBook } from './order-book.js';
import { moveOrder } from './ordering.js';
import { HABITS, upiTexts } from './upi-texts.js';

const MOST = 50; // orders on the list

/** The reference in a upi:// link, or in the link of an app; else the text as it is. */
function referenceIn(text: string): string {
  const reference = /^[a-z]+:.*?[?&]tr=([^&#]*)/i.exec(text)?.[1];
  return reference ?? text;
}

/** Plays the apps of UPI's customers: shows what they could pay, and lets a tester press for them. */
export function upiRoutes(book: OrderBook): RouterType {
  const routes = Router();

  function showList(res: Response, status: number, wrong?: string, sought = ''): void {
    const now = Date.now();
    const { newest, count } = book.openUpi(now, MOST);
    const orders = newest.map((order) => upiTexts(order, now));
    showPage(res, status, 'upi', { orders, count, habits: HABITS, wrong, sought });
  }

  function showOne(res: Response, status: number, order: UpiOrder, wrong?: string): void {
    showPage(res, status, 'upi-order', { ...upiTexts(order, Date.now()), wrong });
  }

  routes.get('/upi', (req, res) => {
    const { find } = req.query;
    if (typeof find !== 'string') return showList(res, 200);
    const sought = find.trim().slice(0, 2000);
    if (sought === '') return showList(res, 422, 'Enter a UPI link or a trx.');
    const order = book.findUpi(referenceIn(sought));
    if (order) res.redirect(303, upiTexts(order, Date.now()).path);
    else showList(res, 404, 'No UPI payment has this reference. Check that the whole link was copied.', sought);
  });

  routes.get('/upi/:order', (req, res) => {
    const order = book.findUpi(req.params.order);
    if (!order) return showPage(res, 404, 'not-found');
    const opened = req.method === 'GET' ? moveOrder(book, order, () => visit(order, Date.now())) : order;
    showOne(res, 200, opened);
  });

  routes.post('/upi/:order', readForm, (req, res) => {
    const order = book.findUpi(req.params.order);
    if (!order) return showPage(res, 404, 'not-found');
    const button = buttonOf(req);
    if (!button) return showOne(res, 422, order, 'Press one of the buttons.');
    moveOrder(book, order, () => press(order, button, Date.now()));
    res.redirect(303, upiTexts(order, Date.now()).path);
  });

  return routes;
}
