import { invalid, Refusal, unknown } from './refusal.js';
import { attemptsAt, newId, written, type Order, type World } from './world.js';

type Body = Record<string, unknown>;

/** Milliseconds for which an order is open: more than the one, less than the other. */
const LASTS = { least: 15 * 60_000, most: 30 * 86_400_000 };

const isText = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);
const inside = (body: Body, name: string): Body => {
  const value = body[name];
  return typeof value === 'object' && value !== null ? (value as Body) : {}; // JSON knows no other objects
};
const isAmount = (value: unknown, least: number): value is number =>
  typeof value === 'number' && value >= least && /^\d+(\.\d{1,2})?$/.test(String(value));

export function orderNamed(world: World, id: string): Order {
  const order = world.orders.get(id);
  if (!order) throw unknown('order');
  const isOver = order.order_status === 'ACTIVE' && Date.parse(order.order_expiry_time) <= world.now().getTime();
  if (isOver) order.order_status = 'EXPIRED';
  return order;
}

function metaOf(body: Body): Order['order_meta'] {
  const { return_url, notify_url } = inside(body, 'order_meta');
  if (return_url !== undefined && !isText(return_url, /^https?:\/\/.{3,242}$/)) throw invalid('return_url');
  if (notify_url !== undefined && !isText(notify_url, /^https:\/\/.{3,242}$/)) throw invalid('notify_url');
  return { ...(return_url !== undefined && { return_url }), ...(notify_url !== undefined && { notify_url }) };
}

function customerOf(body: Body): Record<string, string> {
  const { customer_id, customer_phone, customer_email, customer_name } = inside(body, 'customer_details');
  if (!isText(customer_id, /^[A-Za-z0-9]{3,50}$/)) throw invalid('customer_id');
  if (!isText(customer_phone, /^[0-9]{10}$/)) throw invalid('customer_phone');
  if (customer_email !== undefined && !isText(customer_email, /^.{3,100}$/)) throw invalid('customer_email');
  if (customer_name !== undefined && !isText(customer_name, /^.{3,100}$/)) throw invalid('customer_name');
  return {
    customer_id,
    customer_phone,
    ...(customer_email !== undefined && { customer_email }),
    ...(customer_name !== undefined && { customer_name }),
  };
}

function tagsOf(body: Body): Record<string, string> {
  const tags = Object.entries(inside(body, 'order_tags'));
  if (tags.length > 15) throw invalid('order_tags');
  return Object.fromEntries(
    tags.map(([name, value]) => {
      if (!isText(value, /^.{1,255}$/)) throw invalid('order_tags');
      return [name, value];
    }),
  );
}

export function createOrder(world: World, body: Body): Order {
  const { order_id, order_amount, order_currency, order_expiry_time } = body;
  if (!isText(order_id, /^[A-Za-z0-9_-]{3,45}$/)) throw invalid('order_id');
  if (!isAmount(order_amount, 1)) throw invalid('order_amount');
  if (order_currency !== 'INR') throw invalid('order_currency');
  const expiresAt = Date.parse(typeof order_expiry_time === 'string' ? order_expiry_time : '');
  const lasts = expiresAt - world.now().getTime();
  if (!(lasts > LASTS.least && lasts < LASTS.most)) throw invalid('order_expiry_time');
  const details = { customer_details: customerOf(body), order_meta: metaOf(body), order_tags: tagsOf(body) };
  if (world.orders.has(order_id))
    throw new Refusal(409, 'order_already_exists', 'order with same id is already present');
  const order: Order = {
    cf_order_id: newId(),
    order_id,
    entity: 'order',
    order_currency,
    order_amount,
    order_status: 'ACTIVE',
    payment_session_id: `session_${newId()}${newId()}`,
    order_expiry_time: written(new Date(expiresAt)),
    created_at: written(world.now()),
    order_splits: [],
    ...details,
  };
  world.orders.set(order_id, order);
  return order;
}

const isAtBank = (world: World, id: string): boolean =>
  attemptsAt(world, id).some(({ payment_status }) => payment_status === 'PENDING');

/** An order is terminated when no bank is at it; until then that is only asked for. */
export function terminateOrder(world: World, id: string, body: Body): Order {
  if (body.order_status !== 'TERMINATED') throw invalid('order_status');
  const order = orderNamed(world, id);
  if (!['ACTIVE', 'TERMINATION_REQUESTED'].includes(order.order_status))
    throw new Refusal(400, 'order_not_active', 'order is not active any more');
  const isLater = isAtBank(world, id) || world.questionsToClose > 0;
  order.order_status = isLater ? 'TERMINATION_REQUESTED' : 'TERMINATED';
  return order;
}

/** An order when it is asked about: one that is to be closed may be by now. */
export function askedOrder(world: World, id: string): Order {
  const order = orderNamed(world, id);
  const isClosing = order.order_status === 'TERMINATION_REQUESTED' && !isAtBank(world, id);
  if (isClosing && world.questionsToClose > 0 && --world.questionsToClose === 0) order.order_status = 'TERMINATED';
  return order;
}
