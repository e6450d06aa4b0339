import { logger } from '../../telemetry/logger.js';
import type { Callbacks } from './callbacks.js';
import type { Order } from './order.js';
import { actByItself } from './moves.js';
import type { OrderBook } from './order-book.js';
import { moveOrder } from './ordering.js';

const EVERY = 50; // ms
const MOST = 500; // customers in one go: about 20 ms, so that requests are served in between

/** Does what is due by `now`, ms since 1970: customers act, and news goes out as far as there is room. */
export function doDue(book: OrderBook, now: number, callbacks: Pick<Callbacks<Order>, 'send' | 'hasRoom'>): void {
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

/**
 * Looks again and again.
 * @param doIt does what is due by a moment, in ms since 1970
 * @returns what stops the clock
 */
export function startClock(doIt: (now: number) => void): () => void {
  const timer = setInterval(() => doIt(Date.now()), EVERY);
  return () => clearInterval(timer);
}
