import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pressablePage } from '../pressable-page.js';
import { writeJson } from '../write-json.js';
import { serve } from '../../support/serve.js';
import { COMMON_FAULTS, createFaults } from '../faults.js';
import { movedAt } from './moved.js';
import { create, execute, failed, query, returnOf, well, type Answer, type Body } from './payments.js';
import { listOfRefunds, refund } from './refunds.js';
import { newWorld, paisaIn, randomName, type Payment, type World } from './world.js';

/** Made up: those of bKash's own sandbox come from bKash. */
export const CREDENTIALS = {
  username: 'tea-shop',
  password: 'Not-A-Password-1',
  app_key: 'appkey0123456789',
  app_secret: 'appsecret0123456789abcdef',
};

/** How a call is spoiled, but for a token that is refused. */
export const FAULTS = [...COMMON_FAULTS, 'message', 'other amount', 'other payment'] as const;
export type Fault = (typeof FAULTS)[number] | '401';

/** A call as it came. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const HOUR_MS = 3_600_000;
const CHECKOUT = '/v1.2.0-beta/tokenized/checkout';
const REFUNDS = '/v2/tokenized-checkout/refund/payment';

const ROUTES = new Map<string, (world: World, body: Body) => Answer>([
  [`${CHECKOUT}/create`, create],
  [`${CHECKOUT}/execute`, execute],
  [`${CHECKOUT}/payment/status`, query],
  [`${REFUNDS}/transaction`, refund],
  [`${REFUNDS}/status`, listOfRefunds],
]);

const message = (status: number, words: string): Answer => ({ status, body: { message: words } });

/** A token, when there were not too many of them in this hour: else bKash answers nobody any more. */
function grant(world: World, { username, password }: IncomingMessage['headers'], body: Body): Answer {
  const now = Date.now();
  world.grants.push(now);
  const isRight =
    username === CREDENTIALS.username &&
    password === CREDENTIALS.password &&
    body.app_key === CREDENTIALS.app_key &&
    body.app_secret === CREDENTIALS.app_secret;
  if (!isRight) return failed('2001');
  if (world.grants.filter((at) => at > now - HOUR_MS).length > world.mostGrants) return message(429, 'Too many tokens');
  const token = `token.${randomName(40)}`;
  world.tokens.add(token);
  return well({ id_token: token, token_type: 'Bearer', expires_in: world.tokenLife, refresh_token: randomName(20) });
}

/** The answer, changed as a fault has it. */
function spoiled({ status, body }: Answer, fault: Fault | undefined): Answer {
  if (fault === '500') return message(500, 'Internal server error');
  if (fault === 'message') return message(200, 'Endpoint request timed out');
  if (fault === 'other amount') return { status, body: { ...body, amount: '1.23', refundAmount: '1.23' } };
  if (fault === 'other payment')
    return {
      status,
      body: {
        ...body,
        paymentID: 'TR0011OTHER',
        merchantInvoiceNumber: 'x',
        merchantInvoice: 'x',
        originalTrxId: 'OTHER',
      },
    };
  return { status, body };
}

/** What customers press on bKash's page, and how it leads them back. */
const PRESSED = {
  confirm: ['agreed', 'success'],
  fail: ['failed', 'failure'],
  cancel: ['cancelled', 'cancel'],
} as const;
export type Press = keyof typeof PRESSED;

/**
 * Plays bKash: tokens, payments, refunds and the page of the wallet, written from its documents.
 * @param others answers what is none of these, such as Amazon's SNS; false when it is none of its either
 */
export async function startBkash(
  { port, ...options }: Partial<World> & { port?: number } = {},
  others: (call: IncomingMessage, response: ServerResponse) => boolean = () => false,
) {
  const world: World = { ...newWorld(), ...options };
  const calls: Received[] = [];
  const faults = createFaults<Fault>();

  function answerTo({ headers }: IncomingMessage, path: string, body: Body): Answer {
    if (path === `${CHECKOUT}/token/grant`) return grant(world, headers, body);
    const route = ROUTES.get(path);
    if (!route) return message(404, 'No such path');
    if (!world.tokens.has(headers.authorization ?? '')) return message(401, 'The incoming token has expired');
    if (headers['x-app-key'] !== CREDENTIALS.app_key) return failed('2001');
    return route(world, body);
  }

  function page(id: string, form: string, response: ServerResponse): void {
    const payment = world.payments.get(id);
    if (!payment) return void response.writeHead(404).end();
    const action = new URLSearchParams(form).get('action');
    if (action !== 'confirm' && action !== 'fail' && action !== 'cancel')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(pressablePage('bKash', 'বিকাশ'));
    response.writeHead(303, { location: press(payment, action) }).end();
  }

  function press(payment: Payment, action: Press): string {
    const [customer, status] = PRESSED[action];
    if (payment.customer === 'nothing') payment.customer = customer;
    return returnOf(payment, status);
  }

  async function take(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path } = new URL(call.url ?? '/', 'http://bkash');
    if (path === '/healthz') return void response.writeHead(200).end();
    if (others(call, response)) return;
    const body = await text(call);
    if (path.startsWith('/pay/')) return page(path.slice('/pay/'.length), body, response);
    calls.push({ path, headers: call.headers, body });
    const fault = faults.of(path);
    const say = (answer: Answer): void => writeJson(call, response, answer, fault);
    if (fault === 'hang before') return faults.stayAway();
    if (fault === '401') return say(message(401, 'Unauthorized'));
    if (fault === '429') return say(message(429, 'Too Many Requests'));
    if (fault === '500 before') return say(message(500, 'Internal server error'));
    const answer = spoiled(answerTo(call, path, JSON.parse(body || '{}') as Body), fault);
    if (fault === 'hang') return faults.stayAway();
    if (fault === 'reset') return void call.socket.resetAndDestroy();
    say(answer);
  }

  const { url, close } = await serve((call, response) => {
    take(call, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  }, port);
  world.url = url;

  const paymentsOf = (key: string) =>
    [...world.payments.values()].filter(({ merchantInvoiceNumber }) => merchantInvoiceNumber === key);

  return {
    url,
    world,
    /** Every call that came, in order. */
    calls,
    close,
    paymentsOf,
    /** What a customer does with every payment of a key. @returns where bKash leads them, from the last of these */
    customer: (key: string, action: Press): string =>
      paymentsOf(key)
        .map((payment) => press(payment, action))
        .at(-1) ?? '',
    /** How often money has moved for one of our keys, or for a trx. */
    timesCharged: (name: string): number =>
      [...world.payments.values()].filter(
        ({ merchantInvoiceNumber: key, trxID }) => trxID && (key === name || key.startsWith(`${name}-`)),
      ).length,
    /** The paisa that went back of one of our payments, by its trx or its key. */
    refunded: (name: string): number[] =>
      [...world.payments.values()].flatMap(({ merchantInvoiceNumber: key, refunds }) =>
        key === name || key.startsWith(`${name}-`) ? refunds.map(({ refundAmount }) => paisaIn(refundAmount)) : [],
      ),
    spoil: faults.spoil,
    mend: faults.mend,
    isSilent: faults.isSilent,
    moved: () => movedAt(world),
    /** It tells by Amazon's SNS alone, which others play. */
    hook: (): void => undefined,
    untold: (): number => 0,
    /** Takes every token back, as if its hour were over. */
    revoke: (): void => world.tokens.clear(),
  };
}

export type BkashStandIn = Awaited<ReturnType<typeof startBkash>>;
