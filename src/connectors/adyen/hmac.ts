import { createHmac } from 'node:crypto';
import { isEqual } from '../../crypto/is-equal.js';

/** What of an item of a webhook is signed, in this order. All else in it is anybody's word. */
export interface Signed {
  pspReference: string;
  originalReference: string;
  merchantAccountCode: string;
  merchantReference: string;
  amount?: { value?: number; currency?: string };
  eventCode: string;
  success: string;
}

const partsOf = ({ amount = {}, ...item }: Signed): string[] => [
  item.pspReference,
  item.originalReference,
  item.merchantAccountCode,
  item.merchantReference,
  String(amount.value ?? ''),
  amount.currency ?? '',
  item.eventCode,
  item.success,
];

const escaped = (part: string): string => part.replaceAll('\\', '\\\\').replaceAll(':', '\\:');

/** Whether no field could be mistaken for two: only then is it sure which field is which. */
export const isPlain = (item: Signed): boolean => partsOf(item).every((part) => !/[:\\]/.test(part));

/** The signature of an item: base64 of HMAC-SHA256 over its fields with colons between. @param key in hex */
export const signatureOf = (key: string, item: Signed): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(partsOf(item).map(escaped).join(':')).digest('base64');

/** Some of Adyen's own libraries leave colons in fields as they are. */
const unescapedSignatureOf = (key: string, item: Signed): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(partsOf(item).join(':')).digest('base64');

/** Whether Adyen has signed an item with one of an account's keys. */
export const isGenuine = (keys: readonly string[], item: Signed, signature: string): boolean =>
  keys.some((key) => isEqual(signature, signatureOf(key, item)) || isEqual(signature, unescapedSignatureOf(key, item)));
