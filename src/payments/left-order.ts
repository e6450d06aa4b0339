import { noteNoResponse } from '../connectors/no-response.js';
import type { AsyncPaymentResult } from '../connectors/orders.js';
import { aboutPayment } from './about-payment.js';
import { aboutAttempt } from './attempts.js';
import { connectorOf, isOnlyTold } from './connector-of.js';
import { kindOf } from './kind-of.js';
import { toldOfOrder } from './news.js';
import type { PaymentRecord } from './payment.model.js';
import { pollNow } from './poll-now.js';

/** Whether the last attempt of an open checkout is an order, which may be paid all the same. */
export const hasLeftOrder = (payment: PaymentRecord): boolean =>
  payment.status === 'checkout_open' && payment.local !== undefined && !['card', null].includes(kindOf(payment));

async function outcomeOf(payment: PaymentRecord): Promise<AsyncPaymentResult['outcome'] | undefined> {
  if (isOnlyTold(payment)) return toldOfOrder(payment)?.outcome;
  try {
    return (await connectorOf(payment, 'orders').fetchOrder(aboutAttempt(payment))).outcome;
  } catch (error) {
    noteNoResponse(error, aboutPayment(payment)); // it was closed before it was left: the customer may go on
    return undefined;
  }
}

/**
 * Asks, before anything else is charged, whether the order that the customer left has been paid. Then the payment's own
 * job ends it, which is waited for.
 */
export async function isPaidAllTheSame(payment: PaymentRecord): Promise<boolean> {
  if (!hasLeftOrder(payment) || (await outcomeOf(payment)) !== 'paid') return false;
  await pollNow(payment);
  return true;
}
