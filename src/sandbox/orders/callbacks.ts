import { logger } from '../../telemetry/logger.js';
import { WAITS, type Poster } from '../poster.js';
import { cameOf } from './order-answer.js';
import type { Order } from './order.js';
import type { OrderBook } from './order-book.js';

const MOST_AT_ONCE = 256; // what is more waits on file, and not in its own timeout

const newsOf = (order: Order) => ({
  key: order.key,
  reference: order.reference,
  amount: cameOf(order),
  currency: order.currency,
  status: order.state.status,
});

/**
 * Tells the merchant side what its customers did. News stays with the order, on file, until it was taken or given up,
 * so a restart loses none; what changes meanwhile goes out as news of its own.
 * @param isOn whether callbacks are sent at all; those that come due meanwhile are dropped, as on a bad line
 */
export function createCallbacks(book: OrderBook, poster: Poster, isOn: () => boolean) {
  let underway = 0;
  let stopped = false;

  /** Writes down how it went, unless there is newer news or the process is stopping. */
  function conclude(told: Order, taken: boolean): void {
    const order = book.findOrder(told.key);
    if (!order || order.callback !== told.callback || stopped) return;
    const tries = (told.callback?.tries ?? 0) + 1;
    const wait = WAITS[tries - 1];
    const goesOn = !taken && wait !== undefined;
    book.save({ ...order, callback: goesOn ? { at: Date.now() + wait, tries } : null });
    logger.info(taken ? 'callback.taken' : goesOn ? 'callback.failed' : 'callback.given_up', {
      key: order.key,
      status: told.state.status,
      tries,
    });
  }

  return {
    hasRoom: () => underway < MOST_AT_ONCE,
    /** Sends the order's news now. */
    async send(this: void, order: Order): Promise<void> {
      if (!isOn()) return book.save({ ...order, callback: null });
      underway++;
      const taken = await poster.post(order.callbackUrl, newsOf(order), order.behaviours);
      underway--;
      conclude(order, taken);
    },
    /** Drops what is underway, which stays on file. */
    stop(this: void): void {
      stopped = true;
    },
  };
}

export type Callbacks = ReturnType<typeof createCallbacks>;
