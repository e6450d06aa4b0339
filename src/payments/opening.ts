import { callLimit } from '../gateways/call-limit.js';
import { currentAttempt } from './attempts.js';
import { openedAs } from './opened-as.js';
import type { PaymentRecord } from './payment.model.js';
import type { PaymentEvent } from './states.js';

/** Whether no answer has given the customer of an order anything to pay with, nor a debit its reference. */
const isUnopened = ({ local }: PaymentRecord): boolean => local !== undefined && !openedAs(local);

/** Whether the call that opens the current order must be over, whoever made it. */
const isCallOver = (payment: PaymentRecord): boolean =>
  currentAttempt(payment).startedAt.getTime() + callLimit(payment.account) * 1000 <= Date.now();

/** Whether an order is being opened at its gateway now, as far as anybody knows. */
export const isBeingOpened = (payment: PaymentRecord): boolean => isUnopened(payment) && !isCallOver(payment);

/** Whether nobody knows if an order reached its gateway: the call is over, and no answer was stored. */
export const isUnanswered = (payment: PaymentRecord): boolean => isUnopened(payment) && isCallOver(payment);

/**
 * The event by which an order is open that a merchant has begun, whoever found that out. One of a method that payments know
 * nothing of waits as UPI does (ADR 11).
 */
export const openedBy = ({ method }: Pick<PaymentRecord, 'method'>): PaymentEvent =>
  method === 'wallet' ? 'wallet_opened' : 'upi_opened';
