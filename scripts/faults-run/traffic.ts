import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../test/support/ask.js';
import type { Tollgate } from '../../test/support/tollgate.js';
import type { Order } from './evidence.js';
import type { Addresses } from './gateways/gateway.js';
import { JOURNEYS } from './journeys/index.js';
import type { Journey } from './journeys/journey.js';

/**
 * What a merchant does when no answer came, or one that says "later": it asks again, ever more rarely. At a fixed pace
 * the repetitions themselves would keep a machine busy that has fallen behind.
 */
const RETRY_MS = 300;
const MOST_RETRY_MS = 5000;
const PATIENCE_MS = 90_000;
const CUSTOMER_TRIES = 5;

const TOO_EARLY = [409, 429, 503];

/** Sends an order until it is answered for good. A repeated identifier is no danger: it is found, never made twice. */
async function placeOrder(tollgate: Tollgate, journey: Journey, body: object, order: Order): Promise<Answer['body']> {
  const end = Date.now() + PATIENCE_MS;
  const { public_key } = tollgate.merchant;
  let headers: Record<string, string> | undefined = { 'idempotency-key': randomUUID() };
  for (let wait = RETRY_MS; Date.now() < end; wait = Math.min(2 * wait, MOST_RETRY_MS)) {
    const answer = await tollgate.api(journey.path, body, headers).catch(() => undefined);
    if (answer?.status === 200) return accepted(answer);
    if (answer?.status === 409) {
      // Begun by a request whose answer was lost: found by its identifier, or begun anew without the key.
      const { identifier } = order;
      const found = await tollgate.api('/payment/status', { public_key, identifier }).catch(() => undefined);
      if (found?.status === 200) return accepted(found);
      headers = undefined;
    } else if (answer && !TOO_EARLY.includes(answer.status)) {
      return accepted(answer);
    }
    order.putOff = answer ? `${answer.status} ${String(answer.body.code)}` : 'no answer';
    await pause(wait);
  }
  return {};

  function accepted(answer: Answer): Answer['body'] {
    order.answers.push({ status: answer.status, trx: answer.body.trx });
    return answer.body;
  }
}

/** What an answer leads its customer to: a page of a bank, of a wallet or of ours, or a link of UPI. */
const shownIn = ({ redirect_url, payment_url, qr_content }: Answer['body']): string | undefined =>
  [redirect_url, payment_url, qr_content].find((each): each is string => typeof each === 'string');

/** Customers try again a few times, and then they do not. */
async function letCustomerAct({ customer }: Journey, body: Answer['body'], addresses: Addresses): Promise<void> {
  const what = shownIn(body);
  if (!customer || what === undefined) return;
  for (let time = 0; time < CUSTOMER_TRIES; time++) {
    try {
      await customer(what, addresses);
      return;
    } catch {
      await pause(RETRY_MS);
    }
  }
}

/** An order on a journey, whose answers are noted as they come. */
export interface Walk {
  order: Order;
  body: ReturnType<Journey['body']>;
  journey: Journey;
  /** Places the order, lets its customer act, and does what comes afterwards. */
  go: () => Promise<void>;
}

/** @param addresses where gateways are played, if any */
export function prepareWalk(tollgate: Tollgate, name: string, addresses: Addresses = {}): Walk {
  const journey = JOURNEYS[name];
  if (!journey) throw new Error(`There is no journey "${name}"`);
  const body = journey.body(tollgate);
  const order: Order = { identifier: body.identifier, journey: name, answers: [] };
  const go = async () => {
    await letCustomerAct(journey, await placeOrder(tollgate, journey, body, order), addresses);
    const trx = order.answers.at(-1)?.trx;
    if (trx) await journey.afterwards?.(tollgate, trx, order);
  };
  return { order, body, journey, go };
}

/** How orders come. */
export interface Pace {
  /** Orders that are sent at one moment. */
  together: number;
  /** Milliseconds from one such moment to the next. */
  everyMs: number;
  /** Orders in all: where the machine is slow faults take longer, and more would come than it can work off. */
  most?: number;
}

/** A steady stream of orders, each on its journey; it does not slow down when answers are late. */
export interface Traffic {
  orders: Order[];
  /** Begins no more; resolves when everybody has come to the end of their journey. */
  stop: () => Promise<void>;
}

/**
 * @param names the journeys in their order, from the beginning again when they are through
 * @param addresses where gateways are played
 */
export function startTraffic(tollgate: Tollgate, names: string[], pace: Pace, addresses: Addresses): Traffic {
  const { together, everyMs, most } = pace;
  const orders: Order[] = [];
  const walks: Promise<void>[] = [];
  const timer = setInterval(() => {
    if (most !== undefined && orders.length >= most) return;
    for (let sent = 0; sent < together; sent += 1) {
      const { order, go } = prepareWalk(tollgate, names[walks.length % names.length] ?? '', addresses);
      orders.push(order);
      walks.push(go());
    }
  }, everyMs);
  return {
    orders,
    async stop() {
      clearInterval(timer);
      await Promise.all(walks);
    },
  };
}
