import { randomUUID } from 'node:crypto';
import { config } from '../../../config/index.js';
import { MINUTE_MS } from '../../time.js';
import type { About } from '../about.js';
import { clockFinding, found, orFault } from '../findings.js';
import type { Finding, GatewayMethod } from '../gateway.js';
import { timeLimit } from '../http/send.js';
import type { CashfreeAccess } from './access.js';
import { faultOf, methodOf } from './card-fields.js';
import { createClient, type Client } from './client.js';
import { saysUnknown } from './failure.js';
import type { Order } from './order.js';
import { createOrders } from './orders.js';
import { beginSession } from './sessions.js';

const GUIDE = 'see docs/gateways/cashfree.md';
const OPEN_MS = 20 * MINUTE_MS;

/** A test card of Cashfree's; in live mode a number that is none, which nobody can charge. */
const NUMBERS = { test: '4706131211212123', live: '4706131211212124' };
const cardIn = (mode: CashfreeAccess['mode']) =>
  methodOf({ number: NUMBERS[mode], cvv: '123', expiryMonth: 12, expiryYear: 2035, holder: 'Tollgate' });

/** What an order is about that is opened for one rupee, and closed again. */
function newAbout(): About {
  const key = `check-${randomUUID()}`;
  return { key, trx: key, amount: 100, currency: 'INR', since: new Date() };
}

/** Whether a session begins: by `method` alone, since each has a key of its own. */
async function begins(client: Client, order: Order, method: object, about: About, limit: AbortSignal) {
  const name = { ...about, key: `${about.key}-${Object.keys(method).join()}` };
  return (await beginSession(client, order, method, name, limit)).failure;
}

const clock = (date: string | undefined): Finding =>
  date === undefined
    ? found('clock', true, 'Cashfree does not say what time it has: look at the clock here')
    : clockFinding('Cashfree', date, 'orders end at the wrong time');

/** Cashfree does not say which addresses it calls, and signs with the secret key. */
function webhook({ account }: CashfreeAccess, publicUrl: string): Finding {
  const url = `${publicUrl}/callbacks/${account}`;
  return url.startsWith('https:')
    ? found('webhook', true, `It is signed with the secret key. Whether ${url} is in the dashboard only that shows`)
    : found('webhook', false, `Cashfree calls https only, and PUBLIC_URL is not: payments are asked about instead`);
}

/** Asks for an order that nobody has. Keys of the other mode are refused by the host of this one. */
async function known(client: Client, { mode }: CashfreeAccess, limit: AbortSignal): Promise<Finding[]> {
  const { failure, date } = await client.call({ method: 'GET', path: `/orders/check-${randomUUID()}` }, limit);
  const isSure = failure !== undefined && saysUnknown(failure);
  return [
    found('reachable', true, 'Cashfree answers'),
    isSure
      ? found('authenticated', true, 'It takes App ID and secret key')
      : found('authenticated', false, `It answers otherwise than it should about an unknown order; ${GUIDE}`),
    found('mode', true, `Cashfree's host for ${mode} payments takes the keys`),
    clock(date),
  ];
}

async function upiFinding(client: Client, order: Order, about: About, limit: AbortSignal): Promise<Finding> {
  const no = await begins(client, order, { upi: { channel: 'link' } }, about, limit);
  return no
    ? found('upi', false, `The account gives no UPI links: HTTP ${no.status} ${no.code}; ${GUIDE}`)
    : found('upi', true, 'The account gives UPI links');
}

async function cardFinding(client: Client, order: Order, card: object, about: About, limit: AbortSignal) {
  const no = await begins(client, order, card, about, limit);
  return no && !faultOf(no)
    ? found('raw cards', false, `Cashfree takes no card numbers: HTTP ${no.status} ${no.code}; ${GUIDE}`)
    : found('raw cards', true, 'The account may send card numbers');
}

async function methodFindings(
  client: Client,
  mode: CashfreeAccess['mode'],
  methods: readonly GatewayMethod[],
  limit: AbortSignal,
): Promise<Finding[]> {
  const orders = createOrders(client);
  const takes = (name: string): boolean => methods.some(({ method }) => method === name);
  const about = newAbout();
  const terms = { customer: { id: 'check' }, expiresAt: new Date(Date.now() + OPEN_MS) };
  const { order, failure } = await orders.open(about, terms, limit);
  if (failure)
    return [found('currencies', false, `The account takes no INR: HTTP ${failure.status} ${failure.code}; ${GUIDE}`)];
  try {
    const findings = [found('currencies', true, 'The account takes INR')];
    if (takes('upi')) findings.push(await upiFinding(client, order, about, limit));
    if (takes('card')) findings.push(await cardFinding(client, order, cardIn(mode), about, limit));
    return findings;
  } finally {
    await orders.close(about, limit).catch(() => undefined); // it expires by itself
  }
}

/**
 * Finds out whether an account can be used. Each call is harmless: an order for one rupee is opened and closed again.
 * @param methods the account's: it is asked only what these need
 */
export async function checkCashfree(
  access: CashfreeAccess,
  methods: readonly GatewayMethod[],
  publicUrl = config.publicUrl,
): Promise<Finding[]> {
  const client = createClient(access);
  const limit = timeLimit(access.timeout);
  const first = await orFault('reachable', GUIDE, () => known(client, access, limit));
  if (first.length === 1) return first;
  const others = await orFault('currencies', GUIDE, () => methodFindings(client, access.mode, methods, limit));
  return [...first, ...others, webhook(access, publicUrl)];
}
