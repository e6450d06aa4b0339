import { mayTryAgain } from '../payments/after-attempt.js';
import { connectorOf } from '../payments/connector-of.js';
import type { HostedPayment } from '../payments/hosted-payment.js';
import { awaitsMoney } from '../payments/states.js';

/** Whether the customer has an order that can be paid whatever we do: its gateway has no way to close one. */
const staysOpen = (payment: HostedPayment): boolean =>
  awaitsMoney(payment.status) && connectorOf(payment, 'orders').capabilities.closes === 'never';

/**
 * Whether the customer may leave what they pay with for another way to pay. Beside an order that can still be paid no other
 * is ever opened: both could be, and only the last one is asked for.
 */
export const mayChange = (payment: HostedPayment): boolean => mayTryAgain(payment) && !staysOpen(payment);
