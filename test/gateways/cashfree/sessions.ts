import { passesLuhn } from '../../../src/validation/luhn.js';
import { behaviourOf } from './test-cards.js';
import { end } from './money.js';
import { orderNamed } from './orders.js';
import { invalid, Refusal } from './refusal.js';
import { newId, written, type Attempt, type Order, type World } from './world.js';

type Body = Record<string, unknown>;

/** What the work comes to when its answer is lost on purpose. */
export class Unanswered extends Error {}

const inside = (body: Body, name: string): Body | undefined => {
  const value = body[name];
  return typeof value === 'object' && value !== null ? (value as Body) : undefined; // JSON knows no other objects
};

function begin(world: World, order: Order, group: Attempt['payment_group']): Attempt {
  const attempt: Attempt = {
    cf_payment_id: newId(),
    order_id: order.order_id,
    entity: 'payment',
    order_amount: order.order_amount,
    order_currency: order.order_currency,
    payment_amount: order.order_amount,
    payment_currency: order.order_currency,
    payment_group: group,
    payment_status: 'NOT_ATTEMPTED',
    payment_message: 'Transaction pending',
    payment_time: written(world.now()),
    is_captured: true,
  };
  world.attempts.set(attempt.cf_payment_id, attempt);
  return attempt;
}

const common = ({ cf_payment_id, payment_amount }: Attempt) => ({ cf_payment_id, payment_amount, channel: 'link' });

/** Links whose `tr` and `sign` only Cashfree knows. */
function payByUpi(world: World, order: Order): object {
  const attempt = begin(world, order, 'upi');
  const tr = attempt.cf_payment_id;
  const query = `pa=cashfree.tea@yesbank&pn=Blue%20Tea%20Shop&tr=${tr}&am=${order.order_amount.toFixed(2)}&cu=INR&mode=00&sign=${newId()}`;
  const paise = Math.round(order.order_amount * 100);
  if (paise % 100 === 44)
    setTimeout(() => end(world, attempt, { status: 'SUCCESS', amount: (paise - 100) / 100 }), world.bankDelay).unref();
  const link = (app: string): string =>
    `${world.simulates ? `https://payments-test.cashfree.com/pgbillpayuiapi/simulator/${tr}` : app}?${query}`;
  const payload = {
    default: link('upi://pay'),
    gpay: link('tez://upi/pay'),
    phonepe: link('phonepe://pay'),
    paytm: link('paytmmp://pay'),
    bhim: link('upi://pay'),
    web: `${world.url}/upi/${tr}`,
  };
  return { ...common(attempt), payment_method: 'upi', action: 'custom', data: { payload } };
}

function checkCard(world: World, card: Body): string {
  const { channel, card_number, card_holder_name, card_expiry_mm, card_expiry_yy, card_cvv } = card;
  if (!world.rawCards) throw new Refusal(400, 'request_failed', 'seamless card payments are not enabled');
  if (channel !== 'link') throw invalid('channel');
  if (typeof card_number !== 'string' || !/^[0-9]{12,19}$/.test(card_number)) throw invalid('card_number');
  if (!passesLuhn(card_number)) throw invalid('card_number');
  if (typeof card_holder_name !== 'string') throw invalid('card_holder_name');
  if (typeof card_expiry_mm !== 'string' || !/^(0[1-9]|1[0-2])$/.test(card_expiry_mm)) throw invalid('card_expiry_mm');
  if (typeof card_expiry_yy !== 'string' || !/^[0-9]{2}$/.test(card_expiry_yy)) throw invalid('card_expiry_yy');
  if (2000 + Number(card_expiry_yy) < world.now().getUTCFullYear()) throw invalid('card_expiry_yy');
  if (typeof card_cvv !== 'string' || !/^[0-9]{3,4}$/.test(card_cvv)) throw invalid('card_cvv');
  return card_number;
}

/** A card always leads to a page: India knows no payment without a second factor. */
function payByCard(world: World, order: Order, card: Body): object {
  const number = checkCard(world, card);
  const attempt = begin(world, order, 'credit_card');
  const { hangs, refused, outcome } = behaviourOf(number);
  if (hangs || refused) end(world, attempt, outcome);
  if (hangs) throw new Unanswered();
  if (refused) throw new Refusal(400, 'transaction_declined', 'the bank declined the transaction');
  world.challenges.set(attempt.cf_payment_id, number);
  const data = {
    url: `${world.url}/view/gateway/${attempt.cf_payment_id}`,
    payload: { name: 'card' },
    content_type: 'application/x-www-form-urlencoded',
    method: 'post',
  };
  return { ...common(attempt), payment_method: 'card', action: 'link', data };
}

/** Begins an attempt at an order. A request with a key that was used before begins none. */
export function paySession(world: World, body: Body, key?: string): object {
  if (key !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) throw invalid('idempotency_key');
  const known = key === undefined ? undefined : world.sessions.get(key);
  const request = JSON.stringify(body);
  if (known && known.request !== request)
    throw new Refusal(422, 'request_invalid', 'another request has this key', 'idempotency_error');
  if (known) return known.answer;
  const found = [...world.orders.values()].find(
    ({ payment_session_id }) => payment_session_id === body.payment_session_id,
  );
  if (!found) throw new Refusal(400, 'payment_session_id_invalid', 'payment_session_id is not present or is invalid');
  const order = orderNamed(world, found.order_id);
  if (order.order_status !== 'ACTIVE') throw new Refusal(400, 'order_inactive', 'order is no longer active');
  const method = inside(body, 'payment_method') ?? {};
  const upi = inside(method, 'upi');
  const card = inside(method, 'card');
  if (upi && upi.channel !== 'link') throw invalid('channel');
  if (!upi && !card) throw invalid('payment_method');
  const answer = upi ? payByUpi(world, order) : payByCard(world, order, card ?? {});
  if (key !== undefined) world.sessions.set(key, { request, answer });
  return answer;
}
