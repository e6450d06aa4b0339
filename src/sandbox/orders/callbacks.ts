import { createHmac, hkdfSync } from 'node:crypto';
import { Agent, request } from 'undici';
import { logger } from '../../telemetry/logger.js';
import { cameOf } from './order-answer.js';
import type { Order } from './order.js';
import type { OrderBook } from './order-book.js';

/** Milliseconds from one attempt to the next; after the last the merchant side has to ask. */
const WAITS = [1_000, 5_000, 20_000];
const TIMEOUT = 5_000; // ms
const CONNECTIONS = 32; // to one merchant side
const MOST_AT_ONCE = 256; // what is more waits on file, and not in its own timeout

/** Signs `timestamp.body` for the merchant side, which knows the API key too. */
function createSigner(apiKey: string) {
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
  let underway = 0;
  let stopped = false;

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
        signal: AbortSignal.timeout(TIMEOUT),
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
      const taken = await post(order);
      underway--;
      conclude(order, taken);
    },
    /** Drops what is underway, which stays on file. */
    async stop(this: void): Promise<void> {
      stopped = true;
      await dispatcher.destroy();
    },
  };
}

export type Callbacks = ReturnType<typeof createCallbacks>;
