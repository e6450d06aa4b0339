import { Router, type Response, type Router as RouterType } from 'express';
import { field, readForm } from '../posted-form.js';
import { showPage } from '../show-page.js';
import { buttonOf } from './buttons.js';
import { isOpen, press, visit } from './moves.js';
import type { WalletOrder } from './order.js';
import type { OrderBook } from './order-book.js';
import { moveOrder } from './ordering.js';
import { walletTexts } from './wallet-texts.js';

/** Where the wallet's page leads: nothing is added to it, but by one that lies. */
function wayBack({ returnUrl, behaviours }: WalletOrder): string {
  const url = new URL(returnUrl);
  if (behaviours?.includes('lying-return')) url.searchParams.set('status', 'success');
  return url.searchParams.size > 0 ? url.href : returnUrl;
}

/**
 * The wallet's page, where a customer agrees to pay. It leads to the merchant side's return page once the order is
 * decided or its time is over, however often it is opened or posted afterwards.
 */
export function walletRoutes(book: OrderBook): RouterType {
  const routes = Router();

  /** The order whose customer can still decide; when there is none, says so or leads back, and gives nothing. */
  function openOrder(token: string, now: number, res: Response): WalletOrder | undefined {
    const order = book.findByToken(token);
    if (order && isOpen(order, now)) return order;
    if (order) res.redirect(303, wayBack(order));
    else showPage(res, 404, 'not-found');
    return undefined;
  }

  routes.get('/wallet/:token', (req, res) => {
    const now = Date.now();
    const order = openOrder(req.params.token, now, res);
    if (!order) return;
    if (req.method === 'GET') moveOrder(book, order, () => visit(order, now)); // a HEAD is no customer
    showPage(res, 200, 'wallet', walletTexts(order));
  });

  routes.post('/wallet/:token', readForm, (req, res) => {
    const now = Date.now();
    const order = openOrder(req.params.token, now, res);
    if (!order) return;
    const button = buttonOf(req);
    if (!button) return showPage(res, 422, 'wallet', { ...walletTexts(order), wrong: true });
    moveOrder(book, order, () => press(order, button, now));
    res.redirect(303, wayBack(order));
  });

  // The page of an account whose customers come with a form.
  routes.post('/wallet', readForm, (req, res) => {
    res.redirect(303, `/wallet/${encodeURIComponent(field(req, 'token'))}`);
  });

  return routes;
}
