import type { CardResult } from '../card.js';
import { ConnectorError, NotDecided } from '../connector.js';
import type { AsyncPaymentResult } from '../orders.js';
import { refusalOf } from './decline.js';
import { receivedBy, type Intent } from './intent.js';

/** What has come, as the intent says it. */
const moneyOf = (intent: Intent) => ({
  reference: intent.id,
  amount: receivedBy(intent),
  currency: intent.currency.toUpperCase(),
});

const isUnclear = (id: string): ConnectorError =>
  new ConnectorError(`Stripe gives ${id} a status that nobody here knows`);

const pageOf = ({ next_action }: Intent): string | null | undefined =>
  next_action?.type === 'redirect_to_url' ? next_action.redirect_to_url?.url : undefined;

/** Whether the customer is to do something for which Stripe names no page: nobody can be sent there. */
const leadsNowhere = (intent: Intent): boolean => intent.status === 'requires_action' && !pageOf(intent);

/** Whether an intent stays as it is until it is closed: so does one that holds the money, which we never ask for. */
export const isStuck = (intent: Intent): boolean => leadsNowhere(intent) || intent.status === 'requires_capture';

/** What such an intent has come to. */
export const toStuck = ({ id, status, next_action }: Intent): CardResult => ({
  outcome: 'declined',
  reason: status === 'requires_capture' ? 'do_not_honor' : 'authentication_failed',
  gatewayCode: next_action?.type ?? status,
  reference: id,
  open: true,
});

/** The page on which the customer is to confirm. @throws {ConnectorError} when there is none */
function challengeOf(intent: Intent): CardResult {
  const { id: reference } = intent;
  const url = pageOf(intent);
  if (!url) throw new ConnectorError(`Stripe wants a page for ${reference}, and names none`);
  return { outcome: 'challenge', reference, url };
}

/**
 * What an intent for a card means.
 * @throws {ConnectorError} when nothing is decided yet
 */
export function toCardResult(intent: Intent): CardResult {
  const { id: reference, status, last_payment_error: error } = intent;
  switch (status) {
    case 'succeeded':
      return { outcome: 'authorized', ...moneyOf(intent) };
    case 'requires_action':
      return challengeOf(intent);
    case 'requires_payment_method':
    case 'canceled':
      return error ? { outcome: 'declined', ...refusalOf(error), reference } : { outcome: 'not_charged' };
    case 'requires_confirmation':
      return { outcome: 'not_charged' };
    case 'processing':
      throw new NotDecided(`Stripe has not decided about ${reference}`);
    default: // `requires_capture`, which is stuck; what Stripe may add
      throw isUnclear(reference);
  }
}

/**
 * What an intent for a direct debit means.
 * @throws {ConnectorError} when it makes no sense for a debit
 */
export function toDebitResult(intent: Intent): AsyncPaymentResult {
  const { status, last_payment_error: error } = intent;
  switch (status) {
    case 'succeeded':
      return { outcome: 'paid', ...moneyOf(intent) };
    case 'processing':
      return { outcome: 'waiting', debit: intent.id };
    case 'requires_confirmation':
      return { outcome: 'waiting' };
    case 'requires_payment_method':
      return error ? { outcome: 'refused', ...refusalOf(error) } : { outcome: 'waiting' };
    case 'canceled':
      return error ? { outcome: 'refused', ...refusalOf(error) } : { outcome: 'cancelled' };
    default:
      throw isUnclear(intent.id);
  }
}
