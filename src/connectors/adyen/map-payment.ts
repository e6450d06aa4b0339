import type { About } from '../about.js';
import type { CardResult } from '../card.js';
import { ConnectorError, NotDecided } from '../connector.js';
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

function authorized({ pspReference: reference }: PaymentAnswer, { amount, currency }: About): CardResult {
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

function declined(answer: PaymentAnswer): CardResult {
  const { pspReference: reference, resultCode } = answer;
  const { reason, gatewayCode } = refusalOf(answer);
  return {
    outcome: 'declined',
    reason: resultCode === 'Error' ? 'gateway_error' : reason,
    gatewayCode,
    ...(reference !== undefined && { reference }),
  };
}

/**
 * What an answer about a card means.
 * @throws {NotDecided} when the outcome will be told later
 * @throws {ConnectorError} when it is about something else, or none that makes sense for a card
 */
export function toCardResult(answer: PaymentAnswer, about: About): CardResult {
  checkSubject(answer, about);
  switch (answer.resultCode) {
    case 'Authorised':
      return authorized(answer, about);
    case 'RedirectShopper':
      return challengeOf(answer, about);
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return declined(answer);
    case 'Pending':
    case 'Received':
      throw new NotDecided('Adyen has not decided yet');
    default: // a part of the money, native 3-D Secure, which we never ask for, and what Adyen may add
      throw new ConnectorError(`Adyen answered "${answer.resultCode.slice(0, 40)}", which nobody here expects`);
  }
}
