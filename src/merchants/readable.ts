import { openText } from '../crypto/keyed.js';
import { merchantUnreadable } from '../errors.js';
import type { MerchantRecord } from './merchant.model.js';
import { secretContext } from './secrets.js';
import { trxKeyContext } from './trx.js';

/** Whether the master keys in use open all that a merchant has: those of another installation do not. */
export function isReadable({ _id, secrets, trxKey }: MerchantRecord): boolean {
  try {
    openText(trxKey, trxKeyContext(_id));
    for (const { sealed } of secrets) openText(sealed, secretContext(_id));
    return true;
  } catch {
    return false;
  }
}

/** @throws {ApiError} merchant_unreadable */
export function requireReadable(merchant: MerchantRecord): void {
  if (!isReadable(merchant)) throw merchantUnreadable(merchant._id);
}
