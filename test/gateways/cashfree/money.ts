import { attemptsAt, newId, written, type Attempt, type Order, type World } from './world.js';

export interface Outcome {
  status: Attempt['payment_status'];
  errors?: Record<string, string>;
  /** What the customer pays, where that is not what was asked. */
  amount?: number;
}

/** The words of an attempt that a bank or a customer has refused. */
export const errorDetails = (code: string, reason: string, raw: string): Record<string, string> => ({
  error_code: code,
  error_description: 'issuer bank or payment service provider declined the transaction',
  error_reason: reason,
  error_source: 'customer',
  error_code_raw: raw,
  error_description_raw: raw,
  error_subcode_raw: '',
});

const eventDetails = (world: World, type: string, way: 'CREDIT' | 'DEBIT', amount: number, id: string) => ({
  entity: 'recon',
  event_id: id,
  event_type: type,
  sale_type: way,
  event_status: 'SUCCESS',
  event_amount: amount,
  event_currency: 'INR',
  event_settlement_amount: amount,
  event_time: written(world.now()),
});

/** Writes a movement into the books. */
export function book(
  world: World,
  type: string,
  way: 'CREDIT' | 'DEBIT',
  { amount, id, attempt, refundId }: { amount: number; id: string; attempt: Attempt; refundId?: string },
): void {
  const order = world.orders.get(attempt.order_id);
  world.books.push({
    event_details: eventDetails(world, type, way, amount, id),
    order_details: {
      order_id: attempt.order_id,
      order_amount: attempt.order_amount,
      order_tags: order?.order_tags ?? null,
    },
    payment_details: {
      cf_payment_id: attempt.cf_payment_id,
      bank_reference: attempt.bank_reference ?? null,
      payment_amount: attempt.payment_amount,
      payment_currency: attempt.payment_currency,
      payment_mode: attempt.payment_group,
      payment_time: attempt.payment_time,
    },
    refund_details: { refund_id: refundId ?? null },
  });
}

const WEBHOOKS: Partial<Record<Attempt['payment_status'], string>> = {
  SUCCESS: 'PAYMENT_SUCCESS_WEBHOOK',
  FAILED: 'PAYMENT_FAILED_WEBHOOK',
  USER_DROPPED: 'PAYMENT_USER_DROPPED_WEBHOOK',
};

export const dataOf = (order: Order, attempt: Attempt): object => {
  const { error_details, order_id: _order, ...payment } = attempt;
  const { order_id, order_amount, order_currency, order_tags, customer_details } = order;
  return {
    order: { order_id, order_amount, order_currency, order_tags },
    payment,
    customer_details,
    ...(error_details && { error_details }),
  };
};

/** A bank takes no money for an order that nobody can pay any more; a second payment of one goes back by itself. */
function isRefused(world: World, order: Order, attempt: Attempt): boolean {
  const isBegun = attempt.payment_status === 'PENDING'; // an attempt that a bank has may end after the order
  return order.order_status === 'TERMINATED' || (order.order_status === 'EXPIRED' && !isBegun);
}

function settleOrder(world: World, order: Order): void {
  const attempts = attemptsAt(world, order.order_id);
  if (attempts.some(({ payment_status }) => payment_status === 'SUCCESS')) order.order_status = 'PAID';
  else if (order.order_status === 'TERMINATION_REQUESTED') {
    const isAtBank = attempts.some(({ payment_status }) => payment_status === 'PENDING');
    if (!isAtBank) order.order_status = 'TERMINATED';
  }
}

/** Ends an attempt, or has a bank look at it. @returns whether it could be */
export function end(world: World, attempt: Attempt, { status, errors, amount }: Outcome): boolean {
  const order = world.orders.get(attempt.order_id);
  const isOpen = attempt.payment_status === 'NOT_ATTEMPTED' || attempt.payment_status === 'PENDING';
  if (!order || !isOpen || isRefused(world, order, attempt)) return false;
  if (status === 'SUCCESS' && order.order_status === 'PAID') return false; // Cashfree sends a second payment back
  attempt.payment_status = status;
  if (errors) attempt.error_details = errors;
  if (status !== 'PENDING') attempt.payment_completion_time = written(world.now());
  if (status === 'SUCCESS') {
    attempt.payment_amount = amount ?? attempt.payment_amount;
    attempt.bank_reference = newId().slice(-12);
    book(world, 'PAYMENT', 'CREDIT', { amount: attempt.payment_amount, id: attempt.cf_payment_id, attempt });
  }
  settleOrder(world, order);
  const type = WEBHOOKS[status];
  if (type) world.tell(type, dataOf(order, attempt), order.order_meta.notify_url);
  return true;
}
