import type { CallbackNews } from '../callbacks.js';
import { ConnectorError } from '../connector.js';
import type { RefundResult } from '../refunds.js';
import { fromAdyen } from './amounts.js';
import { disputeOf } from './disputes.js';
import { keyIn } from './references.js';
import { codeOf, refusalOf } from './refusal.js';
import type { Item } from './webhook-item.js';

type Money = { amount: number; currency: string };
/** What has happened, apart from whose key it is about. */
type Said = Omit<CallbackNews, 'key' | 'reference'> | null;

/** The money that an item names; undefined when it names none that makes sense. */
function moneyOf({ amount }: Item): Money | undefined {
  if (amount?.value === undefined || amount.value < 0 || !/^[A-Z]{3}$/.test(amount.currency ?? '')) return undefined;
  try {
    return fromAdyen({ value: amount.value, currency: amount.currency ?? '' });
  } catch (error) {
    if (error instanceof ConnectorError) return undefined;
    throw error;
  }
}

/** A card was authorized, or was not. */
function ofAuthorisation(item: Item): Said {
  const { pspReference: reference, success } = item;
  if (success === 'false')
    return { result: { outcome: 'declined', ...refusalOf({ refusalReason: item.reason }), reference } };
  const money = moneyOf(item);
  return money ? { ...money, result: { outcome: 'authorized', reference, ...money } } : null;
}

/** Nobody has paid while there was time. Should money come after all, that is the stronger word. */
const ofOffer = ({ pspReference: reference, eventCode: gatewayCode }: Item): Said => ({
  result: { outcome: 'declined', reason: 'authentication_timeout', gatewayCode, reference },
});

/** What events say of a payment; their names are signed. */
const OF_PAYMENTS: Record<string, (item: Item) => Said> = {
  AUTHORISATION: ofAuthorisation,
  CANCELLATION: ({ success }) => ({ closed: success === 'true' }),
  TECHNICAL_CANCEL: ({ success }) => ({ closed: success === 'true' }),
  CAPTURE_FAILED: () => ({ closed: true }), // the money does not come after all
  EXPIRE: () => ({ closed: true }), // it was never captured
  CANCEL_OR_REFUND: ({ success }) => (success === 'true' ? { closed: true } : null), // by a person, at Adyen
  OFFER_CLOSED: ofOffer,
};

const refused = ({ pspReference: reference, reason, eventCode }: Item): RefundResult => ({
  outcome: 'refused',
  reason: eventCode === 'REFUNDED_REVERSED' ? 'account_closed' : 'refused',
  gatewayCode: eventCode === 'REFUND' ? codeOf({ refusalReason: reason }) : eventCode,
  reference,
});

/** What events say of a refund: that it has gone back, or has not, or came back after all. */
const OF_REFUNDS: Record<string, (item: Item) => RefundResult | null> = {
  REFUND(item) {
    const money = moneyOf(item);
    if (item.success === 'false') return refused(item);
    return money ? { outcome: 'refunded', reference: item.pspReference, ...money } : null;
  },
  REFUND_FAILED: refused,
  REFUNDED_REVERSED: refused,
};

const readerIn = <T>(table: Record<string, (item: Item) => T>, { eventCode }: Item) =>
  Object.hasOwn(table, eventCode) ? table[eventCode] : undefined;

/**
 * What an item says of ours; null when it is about others who use the account, or nothing that matters here. News of a
 * refund may carry its own reference or its payment's: Adyen's documents say both.
 */
export function newsOf(item: Item): CallbackNews | null {
  const subject = keyIn(item.merchantReference);
  if (!subject) return null;
  const { key, trx: reference, isRefund } = subject;
  const refund = readerIn(OF_REFUNDS, item)?.(item);
  if (refund) return { about: 'refund', key, reference, refund };
  if (isRefund) return null;
  const dispute = disputeOf(item, reference, moneyOf(item));
  if (dispute) return { about: 'dispute', key, reference, dispute };
  const said = readerIn(OF_PAYMENTS, item)?.(item);
  return said ? { key, reference, ...said } : null;
}
