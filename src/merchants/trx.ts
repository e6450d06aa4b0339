import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openText, sealText } from '../crypto/keyed.js';
import { uuidOf } from '../crypto/uuid.js';
import { merchantUnreadable, ServiceUnavailable } from '../errors.js';
import type { MerchantRecord } from './merchant.model.js';

/** What a trx looks like: a UUID, in upper case too, since people paste it from elsewhere. Payments lie under the lower. */
export const TRX = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What a merchant's trx key is bound to. */
export const trxKeyContext = (merchantId: string): string => `trx|${merchantId}`;

/** A merchant's own key for its trx: random, never changes. */
export const newTrxKey = (merchantId: string): string =>
  sealText(randomBytes(32).toString('base64'), trxKeyContext(merchantId));

const opened = new LRUCache<string, Buffer>({ max: 10_000 });

/** @throws {ServiceUnavailable} when no master key in use opens it, as when the former one was taken away too early */
function trxKey({ _id, trxKey }: MerchantRecord): Buffer {
  const known = opened.get(_id);
  if (known) return known;
  try {
    const key = Buffer.from(openText(trxKey, trxKeyContext(_id)), 'base64');
    opened.set(_id, key);
    return key;
  } catch {
    throw new ServiceUnavailable(merchantUnreadable(_id));
  }
}

/** A UUIDv8 (RFC 9562) from HMAC-SHA256 of a name under the merchant's key. */
const idOf = (merchant: MerchantRecord, name: string): string =>
  uuidOf(createHmac('sha256', trxKey(merchant)).update(name, 'utf8').digest(), 8);

/**
 * The trx of an identifier. Computed, not drawn, so that an identifier used twice meets the primary key, and finding a
 * payment by its identifier is finding it by its id.
 */
export const trxOf = (merchant: MerchantRecord, identifier: string): string =>
  idOf(merchant, `${merchant.mode}|${identifier}`);

/** The refund_id of a refund_identifier, likewise. No payment's name begins like this one. */
export const refundIdOf = (merchant: MerchantRecord, refundIdentifier: string): string =>
  idOf(merchant, `refund|${merchant.mode}|${refundIdentifier}`);
