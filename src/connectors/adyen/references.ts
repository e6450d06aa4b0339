import { dashed } from '../../crypto/uuid.js';

const KEY = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?:-(r?)(\d{1,6}))?$/;
const REFERENCE = /^([0-9a-f]{32})(?:([nr])(\d{1,6}))?$/;

/**
 * A key of ours as Adyen may have it: a hyphen would separate two references of one payment there. `<trx>-<no>` becomes
 * `<32 hex>n<no>`, and the `<trx>-r<no>` of a refund `<32 hex>r<no>`.
 * @throws {RangeError} when it is no key of ours
 */
export function referenceOf(key: string): string {
  const found = KEY.exec(key);
  if (!found) throw new RangeError('Not a key of a payment or a refund');
  const [, a = '', b = '', c = '', d = '', e = '', refund = '', no] = found;
  return `${a}${b}${c}${d}${e}${no === undefined ? '' : `${refund || 'n'}${no}`}`;
}

/** What a reference of Adyen's means here: the key and the trx in it; null when it is none of ours. */
export function keyIn(reference: string): { key: string; trx: string; isRefund: boolean } | null {
  const found = REFERENCE.exec(reference);
  if (!found) return null;
  const [, hex = '', kind, no] = found;
  const trx = dashed(hex);
  const isRefund = kind === 'r';
  return { trx, isRefund, key: no === undefined ? trx : `${trx}-${isRefund ? 'r' : ''}${no}` };
}
