import { logger } from '../../telemetry/logger.js';
import type { Callbacks } from './callbacks.js';
import { actByItself } from './moves.js';
import type { OrderBook } from './order-book.js';
import { moveOrder } from './ordering.js';

const EVERY = 50; // ms
const MOST = 500; // customers in one go: about 20 ms, so that requests are served in between

/** Does what is due by `now`, ms since 1970: customers act, and news goes out as far as there is room. */
export function doDue(book: OrderBook, now: number, callbacks: Pick<Callbacks, 'send' | 'hasRoom'>): void {
  for (let turn = 0; turn < MOST; turn++) {
    const order = book.takeCustomer(now);
    if (!order) break;
    moveOrder(book, order, () => actByItself(order, now));
  }
  while (callbacks.hasRoom()) {
    const order = book.takeCallback(now);
    if (!order) break;
    callbacks.send(order).catch((error: unknown) => logger.error('callback.broke', { key: order.key, error }));
  }
}

/** @returns what stops the clock */
export function startClock(book: OrderBook, callbacks: Callbacks): () => void {
  const timer = setInterval(() => doDue(book, Date.now(), callbacks), EVERY);
  return () => clearInterval(timer);
}
