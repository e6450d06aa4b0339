import type { AsyncMethod, OpenOrder } from '../local/begin-local.js';
import { maskIban } from './iban.js';
import { connectorOf } from '../../payments/connector-of.js';
import { aboutAttempt } from '../../payments/attempts.js';
import type { Mandate } from '../../payments/async-payment-wait.js';
import { keepTold } from '../../payments/keep-told.js';
import type { HostedPayment } from '../../payments/hosted-payment.js';
import { payAsync } from '../local/pay-async.js';

/** How long banks may take to settle or return a debit. The payment itself waits until they have. */
const BANKS_TAKE = 30 * 86_400; // seconds

export const SEPA = {
  name: 'sepa',
  status: 'awaiting_debit',
  chosen: 'mandate_given',
  expiry: BANKS_TAKE,
} as const satisfies AsyncMethod;

/**
 * The reference of the next mandate, unique for the creditor: at most 35 capitals and digits, which every bank takes.
 */
export const mandateReference = (payment: HostedPayment): string =>
  `${payment._id.replaceAll('-', '')}${payment.attempts.length + 1}`.toUpperCase();

interface Debtor {
  iban: string;
  holder: string;
  /** What was accepted. */
  text: string;
}

/**
 * Hands a direct debit to the gateway under the mandate that the customer has just given. The whole IBAN goes to the
 * gateway and is kept nowhere.
 */
export function payByDebit(payment: HostedPayment, debtor: Debtor): Promise<HostedPayment> {
  const { iban, holder, text } = debtor;
  const address = payment.browser?.ip ?? 'unknown';
  const reference = mandateReference(payment);
  const mandate: Mandate = { reference, iban: maskIban(iban), holder, text, acceptedAt: new Date(), address };
  const open: OpenOrder = async ({ mobile: _mobile, ...terms }, waiting) => {
    const request = { ...terms, iban, holder, mandate: reference };
    const order = await connectorOf(waiting, 'debit').createDebit(request, aboutAttempt(waiting));
    if (order.end) await keepTold(waiting, { result: order.end });
    return { mandate: { ...mandate, reference: order.mandate ?? reference, debit: order.reference } };
  };
  return payAsync(payment, SEPA, open, mandate);
}
