import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { orderIdOf } from '../../../src/connectors/nagad/order-id.js';
import { createFaults } from '../faults.js';
import { pressablePage } from '../pressable-page.js';
import { writeJson } from '../write-json.js';
import { serve } from '../../support/serve.js';
import { complete, initialize, press, PRESSES, refused, verifyPayment, type Answer, type Press } from './orders.js';
import { CREDENTIALS, NAGADS_KEYS } from './credentials.js';
import { sealedAnswer, type Fault } from './faults.js';
import { movedAt } from './moved.js';
import { newWorld, type World } from './world.js';

/** A call as it came. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/**
 * Plays Nagad: both steps, questions and the page of the wallet, from what other people's code says of it. It has keys of its
 * own, refuses what the merchant has not signed, and takes a time of Dhaka within five minutes.
 */
export async function startNagad(options: Partial<World> & { port?: number; keys?: typeof NAGADS_KEYS } = {}) {
  const { port, keys = NAGADS_KEYS, ...choices } = options;
  const world: World = { ...newWorld(), ...choices };
  const merchant = { id: CREDENTIALS.merchant_id, account: CREDENTIALS.account_number, key: keys.merchant };
  const calls: Received[] = [];
  const faults = createFaults<Fault>();
  const forged = new Map<string, unknown>();

  function answerTo({ headers }: IncomingMessage, path: string, body: string, fault: Fault | undefined): Answer {
    if (headers['x-km-api-version'] !== 'v-0.2.0') return refused('INVALID_VERSION');
    if (!/^(PC|MOBILE)_WEB$/.test(String(headers['x-km-client-type']))) return refused('INVALID_CLIENT');
    if (!/^[\d.]{7,15}$/.test(String(headers['x-km-ip-v4']))) return refused('INVALID_ADDRESS');
    const [, , what = '', ...rest] = path.split('/');
    const fields = JSON.parse(body || '{}') as Record<string, unknown>;
    if (what === 'initialize') return sealedAnswer(initialize(world, merchant, keys.own, rest, fields), keys, fault);
    if (what === 'complete') return complete(world, merchant, keys.own, rest.join('/'), fields);
    if (what !== 'payment') return refused('NO_SUCH_PATH', 404);
    const { status, body: said } = verifyPayment(world, merchant, rest.join('/'));
    return { status, body: { ...said, ...Object.fromEntries(forged) } };
  }

  function page(reference: string, form: string, response: ServerResponse): void {
    const order = world.orders.get(reference);
    if (!order?.callback) return void response.writeHead(404).end();
    const action = new URLSearchParams(form).get('action');
    const isPress = action !== null && Object.hasOwn(PRESSES, action);
    if (!isPress)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(pressablePage('Nagad', 'নগদ'));
    response.writeHead(303, { location: press(order, merchant, action as Press) }).end(); // it is one of them
  }

  async function take(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(call.url ?? '/', 'http://nagad').pathname);
    const body = await text(call);
    if (path === '/healthz') return void response.writeHead(200).end();
    const [, reference] = /^\/check-out\/([^/]+)$/.exec(path) ?? [];
    if (reference !== undefined) return page(reference, body, response);
    calls.push({ path, headers: call.headers, body });
    const fault = faults.of(path);
    const say = (answer: Answer): void => writeJson(call, response, answer, fault);
    if (fault === 'hang before') return;
    if (fault === '401') return say(refused('NOT_ALLOWED', 401));
    if (fault === '429') return say(refused('TOO_MANY', 429));
    if (fault === '500 before') return say(refused('INTERNAL', 500));
    const answer = answerTo(call, path, body, fault);
    if (fault === 'hang') return;
    if (fault === 'reset') return void call.socket.resetAndDestroy();
    say(fault === '500' ? refused('INTERNAL', 500) : answer);
  }

  const { url, close } = await serve((call, response) => {
    take(call, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  }, port);
  world.url = url;

  const ordersOf = (key: string) => [...world.orders.values()].filter(({ orderId }) => orderId === orderIdOf(key));

  return {
    url,
    world,
    /** Every call that came, in order. */
    calls,
    close,
    ordersOf,
    /** What a customer does with the orders of a key that have a page. @returns where Nagad leads them, from the last of these */
    customer: (key: string, action: Press): string =>
      ordersOf(key)
        .filter(({ callback }) => callback !== undefined)
        .map((order) => press(order, merchant, action))
        .at(-1) ?? '',
    /** How often money has moved for one of our keys. */
    timesCharged: (key: string): number => ordersOf(key).filter(({ status }) => status === 'Success').length,
    spoil: faults.spoil,
    moved: () => movedAt(world),
    /** It never tells. */
    hook: (): void => undefined,
    untold: (): number => 0,
    /** What every question is answered from now on, whatever is true. */
    forge: (field: string, value: unknown): void => void forged.set(field, value),
    mend(): void {
      faults.mend();
      forged.clear();
    },
  };
}

export type NagadStandIn = Awaited<ReturnType<typeof startNagad>>;
