import type { About } from '../about.js';
import type { CardResult, DeclineReason, ToldEnd } from '../card.js';
import { ConnectorError, NotDecided } from '../connector.js';
import type { DebitOrder } from '../orders.js';
import { fromAdyen } from './amounts.js';
import type { PaymentAnswer } from './payment-answer.js';
import { referenceOf } from './references.js';
import { refusalOf } from './refusal.js';

/** @throws {ConnectorError} when the answer is about another payment, or another amount than was asked for */
function checkSubject({ merchantReference, amount }: PaymentAnswer, about: About): void {
  if (merchantReference !== undefined && merchantReference !== referenceOf(about.key))
    throw new ConnectorError('Adyen answered about another payment');
  const named = amount && fromAdyen(amount);
  if (named && (named.amount !== about.amount || named.currency !== about.currency))
    throw new ConnectorError(
      'Adyen answered about another amount: its key was used for that one, or it took part only',
    );
}

function authorized({ pspReference: reference }: PaymentAnswer, { amount, currency }: About): ToldEnd {
  if (reference === undefined) throw new ConnectorError('Adyen has authorized a payment, and names none');
  return { outcome: 'authorized', reference, amount, currency };
}

/** The page on which the customer is to confirm: one with an address, or one that takes a form. */
function challengeOf({ pspReference, action }: PaymentAnswer, { key }: About): CardResult {
  if (action?.type !== 'redirect' || action.url === undefined)
    throw new ConnectorError('Adyen wants a page for the customer, and names none');
  const { url, method = 'GET', data = {} } = action;
  const form = method.toUpperCase() === 'POST' && { form: data };
  return { outcome: 'challenge', reference: pspReference ?? referenceOf(key), url, ...form };
}

/** What a result says of the reason where Adyen gives no code, or none that tells more. */
function reasonOf(resultCode: string, { reason, gatewayCode }: ReturnType<typeof refusalOf>): DeclineReason {
  if (resultCode === 'Error') return 'gateway_error';
  return resultCode === 'Cancelled' && gatewayCode === 'unknown' ? 'authentication_cancelled' : reason;
}

function declined(answer: PaymentAnswer): ToldEnd {
  const { pspReference: reference, resultCode } = answer;
  const refusal = refusalOf(answer);
  return {
    outcome: 'declined',
    reason: reasonOf(resultCode, refusal),
    gatewayCode: refusal.gatewayCode,
    ...(reference !== undefined && { reference }),
  };
}

/** How a payment has ended, by an answer about it; null when it has not. */
function endOf(answer: PaymentAnswer, about: About): ToldEnd | null {
  switch (answer.resultCode) {
    case 'Authorised':
      return authorized(answer, about);
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return declined(answer);
    default:
      return null;
  }
}

/** A part of the money, native 3-D Secure, which we never ask for, and what Adyen may add. */
const isUnexpected = ({ resultCode }: PaymentAnswer): ConnectorError =>
  new ConnectorError(`Adyen answered "${resultCode.slice(0, 40)}", which nobody here expects`);

/** What says that the outcome will be told later. */
const isUndecided = ({ resultCode }: PaymentAnswer): boolean => ['Pending', 'Received'].includes(resultCode);

/**
 * What an answer about a card means.
 * @throws {NotDecided} when the outcome will be told later
 * @throws {ConnectorError} when it is about something else, or none that makes sense for a card
 */
export function toCardResult(answer: PaymentAnswer, about: About): CardResult {
  checkSubject(answer, about);
  if (answer.resultCode === 'RedirectShopper') return challengeOf(answer, about);
  if (isUndecided(answer)) throw new NotDecided('Adyen has not decided yet', answer.pspReference ?? about.reference);
  const end = endOf(answer, about);
  if (!end) throw isUnexpected(answer);
  return end;
}

/**
 * What an answer about a debit means: Adyen has taken it on, or has ended it already. Banks name its mandate by Adyen's own
 * reference of the payment.
 * @throws {ConnectorError} when it is about something else, or none that makes sense for a debit
 */
export function toDebitOrder(answer: PaymentAnswer, about: About): DebitOrder {
  checkSubject(answer, about);
  const { pspReference: reference, additionalData } = answer;
  const end = endOf(answer, about);
  if (!end && !isUndecided(answer)) throw isUnexpected(answer);
  if (reference === undefined) throw new ConnectorError('Adyen has taken a debit on, and names none');
  const mandate = additionalData?.['sepadirectdebit.mandateId'] ?? reference;
  return { reference, mandate, ...(end && { end }) };
}
