import { logger } from '../../logger.js';
import { actByItself } from './moves.js';
import type { Order } from './order.js';
import type { OrderBook } from './order-book.js';
import { moveOrder } from './ordering.js';

const EVERY = 50; // ms
const MOST = 500; // turns in one go: about 20 ms, so that requests are served in between

/** Does what is due by `now`, ms since 1970: customers act, callbacks go out. */
export function doDue(book: OrderBook, now: number, sendCallback: (order: Order) => Promise<void>): void {
  for (let turn = 0; turn < MOST; turn++) {
    const due = book.takeDue(now);
    if (!due) return;
    if (due.of === 'customer') moveOrder(book, due.order, (order) => actByItself(order, now));
    else sendCallback(due.order).catch((error: unknown) => logger.error('callback.broke', { error }));
  }
}

/** @returns what stops the clock */
export function startClock(book: OrderBook, sendCallback: (order: Order) => Promise<void>): () => void {
  const timer = setInterval(() => doDue(book, Date.now(), sendCallback), EVERY);
  return () => clearInterval(timer);
}
