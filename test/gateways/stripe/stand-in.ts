import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../support/serve.js';
import { createFaults, type CommonFault } from '../faults.js';
import { createTelling } from '../telling.js';
import { fieldsOf } from './fields.js';
import { createIdempotency, type Answer } from './idempotency.js';
import { chargeCard, Unanswered } from './intents.js';
import { fail } from './money.js';
import { movedAt } from './moved.js';
import { invalid, Refusal } from './refusal.js';
import { failRefund } from './refunds.js';
import { routeOf } from './routes.js';
import { deliver, eventOf } from './webhooks.js';
import type { World } from './world.js';

export const STRIPE_KEY = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
export const WEBHOOK_SECRET = 'whsec_of_the_tests';
const VERSION = '2026-08-26.dahlia';

/** How a call is spoiled. */
export type Fault = CommonFault;

/** A call as it came. */
export interface Received {
  method: string;
  path: string;
  query: string;
  headers: IncomingMessage['headers'];
  body: string;
  status: number;
}

const AUTHENTICATION = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication.',
};

type Options = Partial<Pick<World, 'bankDelay' | 'settles' | 'rawCards'>> & { port?: number; persists?: boolean };

/**
 * Plays Stripe: its wire format, idempotency, declines, 3-D Secure, refunds, books and webhooks, written from its reference.
 * @param options persists: webhooks are sent until they are taken
 */
export async function startStripe({ port, persists = false, ...options }: Options = {}) {
  const calls: Received[] = [];
  const keys = new Set([STRIPE_KEY]);
  const faults = createFaults<Fault>();
  const telling = createTelling(persists);
  const hooks: { url: string; secret: string }[] = [];
  let ahead = 0; // seconds
  let workTakes = 5; // ms that work takes

  const now = (): number => Math.floor(Date.now() / 1000) + ahead;
  const world: World = {
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    cards: new Map(),
    mandates: new Map(),
    books: [],
    challenges: new Map(),
    now,
    settles: null,
    rawCards: true,
    currencies: ['usd', 'eur', 'gbp', 'cad', 'aud', 'jpy', 'kwd', 'inr', 'bdt'],
    endpoints: [],
    bankDelay: 0.2,
    url: '',
    tell(type, object) {
      const event = eventOf(type, object);
      for (const { url, secret } of hooks) void telling.tell(() => deliver(url, secret, event));
    },
    ...options,
  };
  const idempotency = createIdempotency(now);

  /** Does the work of a call. @throws {Unanswered} when the answer is to be lost */
  async function work(method: string, path: string, form: string): Promise<Answer> {
    await sleep(workTakes);
    try {
      const { route, id } = routeOf(method, path);
      return { status: 200, body: structuredClone(route(world, fieldsOf(form), id)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: structuredClone({ error: error.error }) };
    }
  }

  function admit({ headers }: IncomingMessage): void {
    const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!keys.has(key)) throw invalid('Invalid API Key provided', {}, 401);
    if (headers['stripe-version'] !== VERSION) throw invalid('Another version of the API', {}, 400);
    const type = headers['content-type'];
    if (type !== undefined && type !== 'application/x-www-form-urlencoded') throw invalid('Not a form', {}, 400);
  }

  /** An answer that is lost all the same is kept for its key. */
  async function answerTo(call: IncomingMessage, path: string, form: string, fault?: Fault) {
    admit(call);
    const { method = '', headers } = call;
    const key = headers['idempotency-key'];
    let isLost = false;
    const whole = async (): Promise<Answer> => {
      if (fault === '500 before') return { status: 500, body: { error: { type: 'api_error', message: 'Ours' } } };
      try {
        const answer = await work(method, path, form);
        return fault === '500' ? { status: 500, body: { error: { type: 'api_error', message: 'Ours' } } } : answer;
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        isLost = true;
        return { status: 200, body: {} };
      }
    };
    const answer =
      typeof key === 'string' && method === 'POST'
        ? await idempotency.run(key, `${method} ${path} ${form}`, whole)
        : { ...(await whole()), replayed: false };
    return { ...answer, isLost };
  }

  async function take(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(call.url ?? '/', 'http://stripe');
    const body = await text(call);
    if (url.pathname === '/healthz') return void response.end();
    if (url.pathname.startsWith('/3ds/')) return challenge(url.pathname.slice('/3ds/'.length), body, response);
    const form = call.method === 'GET' ? url.search.slice(1) : body;
    const received: Received = {
      method: call.method ?? '',
      path: url.pathname,
      query: url.search,
      headers: call.headers,
      body,
      status: 0,
    };
    calls.push(received);
    const fault = faults.of(url.pathname);
    const say = (status: number, said: object, replayed = false): void => {
      received.status = status;
      const whole = JSON.stringify(said);
      const headers = {
        'content-type': 'application/json',
        'request-id': 'req_standin',
        'stripe-version': VERSION,
        date: new Date(now() * 1000).toUTCString(),
        ...(replayed && { 'idempotent-replayed': 'true' }),
      };
      if (fault === 'half')
        response.writeHead(status, { ...headers, 'content-length': whole.length }).write(whole.slice(0, 20));
      else response.writeHead(status, headers).end(fault === 'garbage' ? whole.slice(0, whole.length / 2) : whole);
      if (fault === 'half') setTimeout(() => call.socket.destroy(), 20).unref();
    };
    if (fault === 'hang before') return faults.stayAway();
    if (fault === '429')
      return say(429, { error: { type: 'rate_limit_error', code: 'lock_timeout', message: 'Busy' } });
    try {
      const { status, body: said, replayed, isLost } = await answerTo(call, url.pathname, form, fault);
      if (isLost || fault === 'hang') return faults.stayAway();
      if (fault === 'reset') return void call.socket.resetAndDestroy();
      say(status, said, replayed);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(error.status, { error: error.error });
    }
  }

  /** The page of 3-D Secure, which has two buttons: `complete` and `fail`. */
  function challenge(id: string, body: string, response: ServerResponse): void {
    const open = world.challenges.get(id);
    const intent = world.intents.get(id);
    const action = new URLSearchParams(body).get('action');
    const form =
      '<form method="post"><button name="action" value="complete">Complete</button><button name="action" value="fail">Fail</button></form>';
    if (action === null) return void response.writeHead(200, { 'content-type': 'text/html' }).end(form);
    const pending = open && intent?.status === 'requires_action' ? { open, intent } : undefined;
    const back = new URL(open?.returnUrl ?? 'http://127.0.0.1/nowhere');
    if (pending && action === 'complete') chargeCard(world, pending.intent, pending.open.number);
    else if (pending) fail(world, pending.intent, AUTHENTICATION);
    back.searchParams.set('payment_intent', id);
    back.searchParams.set('payment_intent_client_secret', intent?.client_secret ?? '');
    back.searchParams.set('redirect_status', 'succeeded'); // whatever came of it: nobody is to believe it
    response.writeHead(303, { location: back.href }).end();
  }

  const { url, close } = await serve((call, response) => {
    take(call, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  }, port);
  world.url = url;

  const chargesOf = (trx: string) =>
    [...world.charges.values()].filter(({ metadata, status }) => metadata.trx === trx && status === 'succeeded');

  return {
    url,
    world,
    /** Every call that came, in order. */
    calls,
    keys,
    close,
    idempotency,
    /** How often money has moved for one of our payments. */
    timesCharged: (trx: string): number => chargesOf(trx).length,
    /** What has gone back of one of our payments. */
    refunded: (trx: string): number[] =>
      [...world.refunds.values()].flatMap(({ metadata, status, amount }) =>
        metadata.trx === trx && status === 'succeeded' ? [amount] : [],
      ),
    failRefund: (id: string): void => {
      const refund = world.refunds.get(id);
      if (refund) failRefund(world, refund);
    },
    moved: () => movedAt(world),
    untold: telling.untold,
    /** Spoils the next calls to a path. */
    spoil: faults.spoil,
    mend: faults.mend,
    isSilent: faults.isSilent,
    /** Sends webhooks there from now on. */
    hook: (target: string, secret = WEBHOOK_SECRET): void => void hooks.push({ url: target, secret }),
    turnClock: (seconds: number): void => void (ahead += seconds),
    workTakes: (milliseconds: number): void => void (workTakes = milliseconds),
  };
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

/** What a customer does on the page of 3-D Secure. @returns where it leads them */
export async function answerChallenge(url: string, action: 'complete' | 'fail'): Promise<string | null> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
  return answer.headers.get('location');
}
