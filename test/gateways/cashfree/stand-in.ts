import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../support/serve.js';
import { COMMON_FAULTS, createFaults } from '../faults.js';
import { createTelling } from '../telling.js';
import { takeChallenge } from './challenge.js';
import { movedAt } from './moved.js';
import { Refusal } from './refusal.js';
import { routeOf } from './routes.js';
import { Unanswered } from './sessions.js';
import { deliver, eventOf } from './webhooks.js';
import { attemptsAt, type World } from './world.js';

export const CLIENT_ID = 'TEST10000000cashfree';
export const CLIENT_SECRET = 'cfsk_ma_test_of_the_tests_0001';
const VERSION = '2025-01-01';

/** How a call is spoiled. `409`: another of its kind is under way; `502`: a bank did not answer, after the work. */
export const FAULTS = [...COMMON_FAULTS, '502', '409'] as const;
export type Fault = (typeof FAULTS)[number];

/** A call as it came. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const OURS = { message: 'internal Server Error', code: 'internal_error', type: 'api_error' };
const BANK = { message: 'bank processing failure', code: 'bank_processing_failure', type: 'api_error' };
const LIMIT = { message: 'Too many requests', code: 'request_failed', type: 'rate_limit_error' };
const BUSY = { message: 'request is in progress', code: 'request_in_progress', type: 'invalid_request_error' };

interface Answer {
  status: number;
  body: object;
}

/** What a fault answers in the place of the work, or after it. */
const INSTEAD: Partial<Record<Fault, Answer>> = {
  '500 before': { status: 500, body: OURS },
  '429': { status: 429, body: LIMIT },
  '409': { status: 409, body: BUSY },
};
const AFTER: Partial<Record<Fault, Answer>> = {
  '500': { status: 500, body: OURS },
  '502': { status: 502, body: BANK },
};

type Options = Partial<Pick<World, 'bankDelay' | 'rawCards'>> & { persists?: boolean };

/**
 * Plays Cashfree: its wire format, orders, UPI, cards, refunds, disputes, books and webhooks, written from its reference.
 * @param options persists: webhooks are sent until they are taken
 */
export async function startCashfree({ persists = false, ...options }: Options = {}) {
  const calls: Received[] = [];
  const secrets = new Map([[CLIENT_ID, CLIENT_SECRET]]);
  const faults = createFaults<Fault>();
  const telling = createTelling(persists, (status) => status === 200);
  const hooks = new Set<string>();
  let ahead = 0; // milliseconds

  const world: World = {
    orders: new Map(),
    attempts: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    books: [],
    pageOfBooks: 1000,
    challenges: new Map(),
    sessions: new Map(),
    now: () => new Date(Date.now() + ahead),
    rawCards: true,
    refundsRepeat: false,
    simulates: false,
    questionsToClose: 0,
    bankDelay: 100,
    url: '',
    tell(type, data, notifyUrl) {
      const body = eventOf(type, data, world.now());
      for (const url of new Set([...hooks, ...(notifyUrl === undefined ? [] : [notifyUrl])]))
        void telling.tell(() => deliver(url, CLIENT_SECRET, body));
    },
    ...options,
  };

  function admit({ headers }: IncomingMessage, body: string): void {
    const secret = secrets.get(String(headers['x-client-id']));
    if (secret === undefined || secret !== headers['x-client-secret'])
      throw new Refusal(401, 'request_failed', 'authentication Failed', 'authentication_error');
    if (headers['x-api-version'] !== VERSION) throw new Refusal(400, 'api_version_invalid', 'another version');
    const isJson = headers['content-type']?.startsWith('application/json');
    if (body !== '' && !isJson) throw new Refusal(400, 'content_type_invalid', 'not JSON');
  }

  /** Does the work of a call. @throws {Unanswered} when the answer is to be lost */
  function work(call: IncomingMessage, path: string, text: string): Answer {
    try {
      admit(call, text);
      const { route, ids } = routeOf(call.method ?? '', path);
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>; // whoever calls writes JSON
      const key = call.headers['x-idempotency-key'];
      return { status: 200, body: structuredClone(route(world, { body, ids, idempotencyKey: key?.toString() })) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: error.body };
    }
  }

  function say(response: ServerResponse, { status, body }: Answer, fault?: Fault): void {
    const whole = JSON.stringify(body);
    const headers = {
      'content-type': 'application/json',
      'x-api-version': VERSION,
      date: world.now().toUTCString(),
      'x-ratelimit-limit': '200',
      'x-ratelimit-retry': status === 429 ? '4' : '0',
    };
    if (fault !== 'half')
      return void response
        .writeHead(status, headers)
        .end(fault === 'garbage' ? whole.slice(0, whole.length / 2) : whole);
    response.writeHead(status, { ...headers, 'content-length': whole.length }).write(whole.slice(0, 20));
    setTimeout(() => response.destroy(), 20).unref();
  }

  async function take(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(call.url ?? '/', 'http://cashfree');
    const body = await text(call);
    if (pathname.startsWith('/view/gateway/')) return takeChallenge(world, pathname, body, response);
    const { method = '', headers } = call;
    calls.push({ method, path: pathname, headers, body });
    const fault = faults.of(`${method} ${pathname}`);
    await sleep(3); // no gateway answers at once
    if (fault === 'hang before') return faults.stayAway();
    const instead = fault && INSTEAD[fault];
    if (instead) return say(response, instead);
    try {
      const answer = work(call, pathname, body);
      if (fault === 'hang') return faults.stayAway();
      if (fault === 'reset') return void call.socket.resetAndDestroy();
      say(response, (fault && AFTER[fault]) ?? answer, fault);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
    }
  }

  const { url, close } = await serve((call, response) => {
    take(call, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  });
  world.url = url;

  /** All orders of one of our payments. */
  const ordersOf = (trx: string) => [...world.orders.values()].filter(({ order_tags }) => order_tags.trx === trx);
  const paidOf = (trx: string) =>
    ordersOf(trx)
      .flatMap(({ order_id }) => attemptsAt(world, order_id))
      .filter(({ payment_status }) => payment_status === 'SUCCESS');

  return {
    url,
    world,
    /** Every call that came, in order. */
    calls,
    secrets,
    close,
    ordersOf,
    /** How often money has moved for one of our payments. */
    timesCharged: (trx: string): number => paidOf(trx).length,
    /** What has gone back of one of our payments. */
    refunded: (trx: string): number[] =>
      ordersOf(trx).flatMap(({ order_id }) =>
        [...world.refunds.values()].flatMap(({ order_id: of, refund_status, refund_amount }) =>
          of === order_id && refund_status === 'SUCCESS' ? [Math.round(refund_amount * 100)] : [],
        ),
      ),
    /** Spoils the next calls, each `METHOD /path`. */
    spoil: faults.spoil,
    mend: faults.mend,
    isSilent: faults.isSilent,
    moved: () => movedAt(world),
    untold: telling.untold,
    /** Sends webhooks there from now on. */
    hook: (target: string): void => void hooks.add(target),
    turnClock: (seconds: number): void => void (ahead += seconds * 1000),
  };
}

export type CashfreeStandIn = Awaited<ReturnType<typeof startCashfree>>;
