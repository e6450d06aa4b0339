import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../support/serve.js';
import { createFaults } from '../faults.js';
import { createTelling } from '../telling.js';
import { showChallenge } from './challenge.js';
import { chargeBack } from './debits.js';
import { createIdempotency, type Answer } from './idempotency.js';
import { movedAt } from './moved.js';
import { Unanswered, type Body } from './payments.js';
import { reverse } from './refunds.js';
import { Refusal } from './refusal.js';
import { routeOf } from './routes.js';
import { bodyOf, deliver, itemOf } from './webhooks.js';
import type { Event, World } from './world.js';
import { writeAnswer, type Fault } from './write-answer.js';

export const ADYEN_KEY = 'AQEyhmfxK-of-the-tests-only';
export const HMAC_KEY = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00';
export const MERCHANT_ACCOUNT = 'TollgateECOM';

/** A call as it came. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  status: number;
}

const internal = { status: 500, body: { status: 500, errorCode: '905', message: 'Ours', errorType: 'internal' } };

type Options = Partial<Pick<World, 'rawCards' | 'cancelsNothing' | 'refundDelay' | 'bankDelay'>> & {
  persists?: boolean;
};

/**
 * Plays Adyen: its wire format, idempotency, refusals, 3-D Secure, debits, refunds and webhooks, written from its documents.
 * @param options persists: webhooks are sent until they are taken
 */
export async function startAdyen({ persists = false, ...options }: Options = {}) {
  const calls: Received[] = [];
  const keys = new Set([ADYEN_KEY]);
  const faults = createFaults<Fault>();
  const telling = createTelling(persists);
  const hooks: string[] = [];
  const held: Event[] = [];
  let isHolding = false;
  const idempotency = createIdempotency();

  const send = (event: Event): void => {
    const body = bodyOf(itemOf(HMAC_KEY, MERCHANT_ACCOUNT, event));
    for (const url of hooks) void telling.tell(async () => (await deliver(url, body)).status);
  };
  const world: World = {
    merchantAccount: MERCHANT_ACCOUNT,
    payments: new Map(),
    refunds: [],
    results: new Map(),
    rawCards: true,
    cancelsNothing: true,
    captureNothing: false,
    refundsCarry: 'refund',
    refundDelay: 0.05,
    bankDelay: 0.1,
    url: '',
    tell: (event) => (isHolding ? void held.push(event) : send(event)),
    ...options,
  };

  /** Does the work of a call; whatever is refused is an answer. @throws {Unanswered} when the answer is to be lost */
  async function work(path: string, method: string, body: string): Promise<Answer> {
    await sleep(5);
    try {
      return structuredClone(routeOf(method, path)(world, JSON.parse(body) as Body)); // whatever is wrong in it is refused
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: error.body };
    }
  }

  async function answerTo(call: IncomingMessage, path: string, body: string, fault?: Fault) {
    const { method = '', headers } = call;
    if (!keys.has(String(headers['x-api-key']))) throw new Refusal(401, '000', 'Unauthorized', 'security');
    const key = headers['idempotency-key'];
    if (typeof key === 'string' && key.length > 64) throw new Refusal(422, '708', 'Idempotency key too long');
    let isLost = false;
    const whole = async (): Promise<Answer> => {
      if (fault === '500 before') return internal;
      try {
        const answer = await work(path, method, body);
        return fault === '500' ? internal : answer;
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        isLost = true;
        return { status: 201, body: error.answer };
      }
    };
    const answer = typeof key === 'string' ? await idempotency.run(key, whole) : await whole();
    return { ...answer, isLost };
  }

  async function take(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(call.url ?? '/', 'http://adyen');
    const body = await text(call);
    const page = /^\/checkoutshopper\/threeDS\/redirect\/(\w+)$/.exec(pathname)?.[1];
    if (page !== undefined) return showChallenge(world, page, body, response);
    const received: Received = { method: call.method ?? '', path: pathname, headers: call.headers, body, status: 0 };
    calls.push(received);
    const fault = faults.of(pathname);
    const say = (said: { status: number; body: object; isTransient?: boolean }): void => {
      received.status = said.status;
      writeAnswer(call, response, said, fault);
    };
    if (fault === 'hang before') return faults.stayAway();
    if (fault === '422') return say(new Refusal(422, '167', 'Original pspReference required'));
    if (fault === '429') return say(new Refusal(429, '000', 'Too many requests', 'internal'));
    try {
      const { isLost, ...said } = await answerTo(call, pathname, body, fault);
      if (isLost || fault === 'hang') return faults.stayAway();
      if (fault === 'reset') return void call.socket.resetAndDestroy();
      say(said);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(error);
    }
  }

  const { url, close } = await serve((call, response) => {
    take(call, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  });
  world.url = url;

  return {
    url,
    world,
    /** Every call that came, in order. */
    calls,
    keys,
    close,
    idempotency,
    /** How often money has moved for one of our references. */
    timesCharged: (reference: string): number =>
      [...world.payments.values()].filter(
        (each) => each.reference.startsWith(reference) && ['authorised', 'captured'].includes(each.status),
      ).length,
    /** What has gone back of one of our payments. */
    refunded: (trx: string): number[] =>
      world.refunds.flatMap(({ reference, isDone, amount }) =>
        reference.startsWith(trx) && isDone ? [amount.value] : [],
      ),
    /** Has a bank send back what had gone. */
    reverse: (reference: string): void => reverse(world, reference),
    /** Has the bank of a debtor send a debit back. */
    chargeBack: (reference: string, code: string): void => chargeBack(world, reference, code),
    moved: () => movedAt(world),
    untold: telling.untold,
    /** Spoils the next calls to a path. */
    spoil: faults.spoil,
    mend: faults.mend,
    isSilent: faults.isSilent,
    /** Sends webhooks there from now on. */
    hook: (target: string): void => void hooks.push(target),
    /** Keeps its webhooks to itself until it is told to send them. */
    hold: (): void => void (isHolding = true),
    /** Sends what was held back, in another order if one is given. */
    release(order: (events: Event[]) => Event[] = (events) => events): void {
      isHolding = false;
      for (const event of order(held.splice(0))) send(event);
    },
  };
}

export type AdyenStandIn = Awaited<ReturnType<typeof startAdyen>>;
