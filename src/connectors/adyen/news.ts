import type { CallbackNews } from '../callbacks.js';
import { ConnectorError } from '../connector.js';
import { fromAdyen } from './amounts.js';
import { keyIn } from './references.js';
import { refusalOf } from './refusal.js';
import type { Item } from './webhook-item.js';

/** The money that an item names; undefined when it names none that makes sense. */
function moneyOf({ amount }: Item): { amount: number; currency: string } | undefined {
  if (amount?.value === undefined || amount.value < 0 || !/^[A-Z]{3}$/.test(amount.currency ?? '')) return undefined;
  try {
    return fromAdyen({ value: amount.value, currency: amount.currency ?? '' });
  } catch (error) {
    if (error instanceof ConnectorError) return undefined;
    throw error;
  }
}

/** A card was authorized, or was not. */
function ofAuthorisation(item: Item): Omit<CallbackNews, 'key' | 'reference'> | null {
  const { pspReference: reference, success } = item;
  if (success === 'false')
    return { result: { outcome: 'declined', ...refusalOf({ refusalReason: item.reason }), reference } };
  const money = moneyOf(item);
  return money ? { ...money, result: { outcome: 'authorized', reference, ...money } } : null;
}

/** What Adyen calls each event; its signature covers the name. */
type Reader = (item: Item) => Omit<CallbackNews, 'key' | 'reference'> | null;

/** What has happened to a payment, by event. */
const READERS: Record<string, Reader> = {
  AUTHORISATION: ofAuthorisation,
  CANCELLATION: ({ success }) => ({ closed: success === 'true' }),
  TECHNICAL_CANCEL: ({ success }) => ({ closed: success === 'true' }),
};

/** What an item says of ours; null when it is about others who use the account, or nothing that matters here. */
export function newsOf(item: Item): CallbackNews | null {
  const subject = keyIn(item.merchantReference);
  const read = Object.hasOwn(READERS, item.eventCode) ? READERS[item.eventCode] : undefined;
  if (!subject || subject.isRefund || !read) return null;
  const news = read(item);
  return news && { key: subject.key, reference: subject.trx, ...news };
}
