import { createHmac, hkdfSync } from 'node:crypto';
import { Agent, request } from 'undici';
import { logger } from '../../logger.js';
import { cameOf } from './order-answer.js';
import type { Order } from './order.js';
import type { OrderBook } from './order-book.js';

/** Milliseconds from one attempt to the next; after the last the merchant side has to ask. */
const WAITS = [1_000, 5_000, 20_000];
const TIMEOUT = 5_000; // ms
const CONNECTIONS = 32; // to one merchant side; what is more waits its turn

/** Signs `timestamp.body` for the merchant side, which knows the API key too. */
export function createSigner(apiKey: string) {
  const key = Buffer.from(hkdfSync('sha256', apiKey, '', 'callbacks', 32));
  return (timestamp: number, body: string): string =>
    createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
}

const toBody = (order: Order) =>
  JSON.stringify({
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
export function createCallbacks(book: OrderBook, apiKey: string, isOn: () => boolean) {
  const sign = createSigner(apiKey);
  const dispatcher = new Agent({ connections: CONNECTIONS, connect: { timeout: TIMEOUT } });
  const stopping = new AbortController();

  async function post(order: Order): Promise<boolean> {
    const body = toBody(order);
    const timestamp = Math.floor(Date.now() / 1000);
    try {
      const answer = await request(order.callbackUrl, {
        dispatcher,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sandbox-timestamp': String(timestamp),
          'sandbox-signature': sign(timestamp, body),
        },
        body,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT)]),
      });
      await answer.body.dump();
      return answer.statusCode >= 200 && answer.statusCode <= 299;
    } catch {
      return false;
    }
  }

  /** Writes down how it went, unless there is newer news or the process is stopping. */
  function conclude(told: Order, taken: boolean): void {
    const order = book.findOrder(told.key);
    if (!order || order.callback !== told.callback || stopping.signal.aborted) return;
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
    /** Sends the order's news now. */
    send: async (order: Order): Promise<void> => {
      if (isOn()) conclude(order, await post(order));
      else book.save({ ...order, callback: null });
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await dispatcher.destroy();
    },
  };
}
