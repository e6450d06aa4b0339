import { randomBytes, type KeyObject } from 'node:crypto';
import { unseal, type Envelope } from './seal.js';
import { momentOf, newReference, newTransaction, takaOf, timeOf, type Order, type World } from './world.js';

/** What Nagad answers. */
export interface Answer {
  status: number;
  body: object;
}

/** What it needs to know of the merchant. */
export interface Merchant {
  id: string;
  account: string;
  key: KeyObject;
}

type Fields = Record<string, unknown>;

export const refused = (reason: string, status = 400): Answer => ({
  status,
  body: { reason, message: `Something about ${reason}`, devMessage: 'see the log' },
});

const MINUTES_APART = 5;

/** What is sealed in a request; undefined unless the merchant has signed it. */
const sealedIn = (body: Fields, merchant: Merchant, own: KeyObject): Fields | undefined =>
  unseal(body as unknown as Envelope, own, merchant.key) as Fields | undefined;

/** The first step. */
export function initialize(world: World, merchant: Merchant, own: KeyObject, path: string[], body: Fields): Answer {
  const [merchantId, orderId = ''] = path;
  const asked = sealedIn(body, merchant, own);
  if (!asked) return refused('INVALID_SIGNATURE');
  if (merchantId !== merchant.id || asked.merchantId !== merchant.id) return refused('INVALID_MERCHANT');
  if (body.accountNumber !== merchant.account) return refused('INVALID_ACCOUNT');
  if (asked.orderId !== orderId || !/^[0-9A-Za-z]{1,20}$/.test(orderId)) return refused('INVALID_ORDER_ID');
  const now = new Date();
  const isNow = Math.abs(momentOf(String(asked.datetime)) - now.getTime()) <= MINUTES_APART * 60_000;
  if (asked.datetime !== body.dateTime || !isNow) return refused('INVALID_TIME');
  if (!/^[0-9a-f]{40}$/.test(String(asked.challenge))) return refused('INVALID_CHALLENGE');
  if (!world.repeats && [...world.orders.values()].some((order) => order.orderId === orderId))
    return refused('DUPLICATE_ORDER');
  const order: Order = {
    paymentReferenceId: newReference(merchant.id, orderId, now),
    orderId,
    challenge: randomBytes(20).toString('hex'),
    status: 'Initiated',
  };
  world.orders.set(order.paymentReferenceId, order);
  const { paymentReferenceId, challenge } = order;
  return { status: 200, body: { paymentReferenceId, challenge, acceptDateTime: timeOf(now) } };
}

/** The second step. */
export function complete(world: World, merchant: Merchant, own: KeyObject, reference: string, body: Fields): Answer {
  const order = world.orders.get(reference);
  const asked = sealedIn(body, merchant, own);
  if (!asked) return refused('INVALID_SIGNATURE');
  if (!order || order.orderId !== asked.orderId || asked.merchantId !== merchant.id) return refused('ORDER_NOT_FOUND');
  if (asked.challenge !== order.challenge) return refused('INVALID_CHALLENGE');
  if (asked.currencyCode !== '050') return refused('INVALID_CURRENCY');
  if (typeof asked.amount !== 'string' || !/^\d+\.\d\d$/.test(asked.amount)) return refused('INVALID_AMOUNT');
  const callback = body.merchantCallbackURL;
  if (typeof callback !== 'string' || !URL.canParse(callback)) return refused('INVALID_CALLBACK');
  const { trx } = (body.additionalMerchantInfo ?? {}) as Fields; // whatever it is, only its trx is read
  Object.assign(order, { amount: Math.round(Number(asked.amount) * 100), callback, trx, status: 'Ready' });
  const callBackUrl = `${world.url}/check-out/${reference}`;
  return { status: 200, body: { callBackUrl, status: 'Success' } };
}

/** What a question is answered. */
export function verifyPayment(world: World, merchant: Merchant, reference: string): Answer {
  const order = world.orders.get(reference);
  if (!order) return refused('ORDER_NOT_FOUND', 404);
  const { orderId, amount, status, issuerPaymentRefNo, paidAt } = order;
  return {
    status: 200,
    body: {
      merchantId: merchant.id,
      orderId,
      paymentRefId: reference,
      amount: amount === undefined ? null : takaOf(amount),
      clientMobileNo: '01700000***',
      merchantMobileNo: merchant.account,
      orderDateTime: timeOf(new Date()),
      issuerPaymentDateTime: paidAt ? timeOf(paidAt) : null,
      issuerPaymentRefNo: issuerPaymentRefNo ?? null,
      additionalMerchantInfo: null,
      status,
      statusCode: status === 'Success' ? '000' : '999',
      cancelIssuerDateTime: null,
      cancelIssuerRefNo: null,
    },
  };
}

/** What customers press on Nagad's page. */
export const PRESSES = { confirm: 'Success', fail: 'Failed', cancel: 'Aborted' } as const;
export type Press = keyof typeof PRESSES;

/** Money moves at once, and once. @returns where Nagad's page leads */
export function press(order: Order, merchant: Merchant, action: Press): string {
  const isOpen = order.status === 'Ready' || order.status === 'InProgress';
  if (isOpen && action === 'confirm')
    Object.assign(order, { issuerPaymentRefNo: newTransaction(), paidAt: new Date(), status: 'Success' });
  else if (isOpen) order.status = PRESSES[action];
  const url = new URL(order.callback ?? 'http://nowhere.example');
  const query = {
    merchant: merchant.id,
    order_id: order.orderId,
    payment_ref_id: order.paymentReferenceId,
    status: order.status,
    status_code: order.status === 'Success' ? '00_0000_000' : '11_1111_111',
    message: order.status,
    ...(order.issuerPaymentRefNo && { issuer_payment_ref: order.issuerPaymentRefNo }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
