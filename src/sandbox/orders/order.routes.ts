import { Router, type Response, type Router as RouterType } from 'express';
import { readKey } from '../bad-request.js';
import { behavioursOf, keyIn } from '../behaviour.js';
import { answer } from '../faults.js';
import { execute, expire, press } from './moves.js';
import { presentOrder } from './order-answer.js';
import type { Order } from './order.js';
import type { OrderBook } from './order-book.js';
import { readAction, readOrderRequest, readQuery } from './order-request.js';
import { closeOrder, moveOrder, takeOrder } from './ordering.js';

const UNKNOWN = { code: 'order_unknown', message: 'There is no order with this key' };

/** The part of the payment API for UPI and wallets, where the customer pays elsewhere. */
export function orderRoutes(book: OrderBook): RouterType {
  const routes = Router();

  /** Answers with what became of the order; a closed key stays as it is. */
  function change(key: string, res: Response, move: (order: Order) => Order): void {
    const record = book.find(key);
    if (!record) return answer(res, 404, { error: UNKNOWN });
    answer(res, 200, presentOrder(record.kind === 'closed' ? record : moveOrder(book, record, move)));
  }

  routes.post('/orders', (req, res) => {
    const key = readKey(req.get('idempotency-key'));
    answer(res, 200, presentOrder(takeOrder(book, key, readOrderRequest(req.body), behavioursOf(req))));
  });

  routes.post('/orders/query', (req, res) => {
    const orders = readQuery(req.body).map((key) => {
      const record = book.find(key);
      return record ? presentOrder(record) : { key, error: UNKNOWN };
    });
    answer(res, 200, { orders });
  });

  routes.get('/orders/:key', (req, res) => change(keyIn(req), res, (order) => order));

  routes.post('/orders/:key/execute', (req, res) => change(keyIn(req), res, (order) => execute(order, Date.now())));

  routes.post('/orders/:key/close', (req, res) => {
    answer(res, 200, presentOrder(closeOrder(book, readKey(keyIn(req)))));
  });

  routes.post('/orders/:key/act', (req, res) => {
    const action = readAction(req.body);
    const now = Date.now();
    change(keyIn(req), res, (order) => (action === 'expire' ? expire(order, now) : press(order, action, now)));
  });

  return routes;
}
