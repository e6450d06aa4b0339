import { isDeepStrictEqual } from 'node:util';
import { config } from '../../../config/index.js';
import { logger } from '../../telemetry/logger.js';
import { newId } from '../behaviour.js';
import { KeyReused, newToken } from '../charging.js';
import { actsAt } from './customer.js';
import { close } from './moves.js';
import type { Order, OrderRecord, UpiApp } from './order.js';
import type { OrderBook } from './order-book.js';
import type { OrderRequest } from './order-request.js';

/** The key was closed before its order came: there is no order, and never will be. */
export class OrderClosed extends Error {
  constructor() {
    super('This Idempotency-Key was closed before its order came');
  }
}

/** Paytm only with an even last digit, so that testers meet customers with it and without. */
const appsOf = (mobile: string): UpiApp[] =>
  Number(mobile.slice(-1)) % 2 === 0 ? ['gpay', 'phonepe', 'paytm'] : ['gpay', 'phonepe'];

/** Only this account refuses; every other one settles. */
const REFUSING_IBAN = 'DE62370400440532013001';

function open(key: string, request: OrderRequest, behaviours: string[], now: number): Order {
  const { reference, amount, currency } = request;
  const taken = {
    key,
    id: newId('or', key, behaviours),
    reference,
    amount,
    currency,
    createdAt: now,
    expiresAt: request.expires_at.getTime(),
    callbackUrl: request.callback_url,
    calls: 1,
    state: { status: 'waiting' },
    callback: null,
    ...(behaviours.length > 0 && { behaviours }),
  } as const;
  if (request.kind === 'debit') {
    const settles = request.iban !== REFUSING_IBAN;
    return { ...taken, kind: 'debit', settles, customerAt: now + config.sandbox.customerDelay * 1000 };
  }
  const customerAt = actsAt({ ...taken, kind: request.kind }, config.sandbox.customerDelay * 1000);
  if (request.kind === 'upi')
    return { ...taken, customerAt, kind: 'upi', note: request.note, apps: appsOf(request.mobile) };
  return {
    ...taken,
    customerAt,
    kind: 'wallet',
    wallet: request.wallet,
    language: request.language,
    mobileEnd: request.mobile.slice(-3),
    token: newToken(),
    returnUrl: request.return_url,
  };
}

/** What a key stands for: all of it that is told of an order and asked of one. */
const termsOf = (order: Order | OrderRequest) => {
  const { kind, reference, amount, currency } = order;
  const page = kind === 'wallet' && { wallet: order.wallet, language: order.language };
  return { kind, reference, amount, currency, ...page };
};

/** The same key once more: counted, and answered as before. */
function repeat(book: OrderBook, known: OrderRecord, request: OrderRequest): Order {
  if (known.kind === 'closed') throw new OrderClosed();
  const counted = { ...known, calls: known.calls + 1 };
  book.save(counted);
  const same = isDeepStrictEqual(termsOf(counted), termsOf(request));
  logger.info('order.repeated', { key: known.key, calls: counted.calls, same });
  if (!same) throw new KeyReused();
  return counted;
}

/**
 * Takes an order on, once for each key.
 * @throws {KeyReused} when the key belongs to another order
 * @throws {OrderClosed}
 */
export function takeOrder(book: OrderBook, key: string, request: OrderRequest, behaviours: string[]): Order {
  const known = book.find(key);
  if (known) return repeat(book, known, request);
  const order = open(key, request, behaviours, Date.now());
  book.save(order);
  logger.info('order.taken', { key, reference: order.reference, kind: order.kind, amount: order.amount });
  return order;
}

/**
 * Lets one of moves.ts happen to an order, on file before it returns.
 * @returns the order as it then is
 */
export function moveOrder<T extends Order>(book: OrderBook, order: T, move: (order: T) => T): T {
  const moved = move(order);
  if (moved === order) return order;
  book.save(moved);
  if (moved.state !== order.state)
    logger.info('order.moved', {
      key: order.key,
      reference: order.reference,
      from: order.state.status,
      to: moved.state.status,
    });
  return moved;
}

/** Nobody can pay this key any more, whether its order has come or not; what was paid before stands. */
export function closeOrder(book: OrderBook, key: string): OrderRecord {
  const known = book.find(key);
  if (known && known.kind !== 'closed') return moveOrder(book, known, close);
  if (known) return known;
  const closed: OrderRecord = { kind: 'closed', key };
  book.save(closed);
  logger.info('order.closed', { key });
  return closed;
}
