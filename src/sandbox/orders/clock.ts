import type { Order } from './order.js';
import { actByItself } from './moves.js';
import type { OrderBook } from './order-book.js';
import { moveOrder } from './ordering.js';
import { tellDue, type Sending } from './tell-due.js';

const EVERY = 50; // ms
const MOST = 500; // customers in one go: about 20 ms, so that requests are served in between

/** Does what is due by `now`, ms since 1970: customers act, and news goes out as far as there is room. */
export function doDue(book: OrderBook, now: number, callbacks: Sending<Order>): void {
  for (let turn = 0; turn < MOST; turn++) {
    const order = book.takeCustomer(now);
    if (!order) break;
    moveOrder(book, order, () => actByItself(order, now));
  }
  tellDue(book.callbacks, now, callbacks);
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
