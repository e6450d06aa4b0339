import { randomBytes } from 'node:crypto';
import { openText, sealText } from '../crypto/keyed.js';
import { merchantUnreadable } from '../errors.js';
import { merchants, type SealedSecret } from './merchant.model.js';
import { TtlCache } from './ttl-cache.js';

/** A notification secret as Standard Webhooks writes it: `whsec_` and base64 of 32 random bytes. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** What a merchant's secrets are bound to. */
export const secretContext = (merchantId: string): string => `whsec|${merchantId}`;

export const sealSecret = (secret: string, merchantId: string): string => sealText(secret, secretContext(merchantId));

interface OpenSecret extends Omit<SealedSecret, 'sealed'> {
  secret: string;
}

/** Open for some seconds: opening one takes as long as signing with it. */
const cache = new TtlCache<OpenSecret[]>();

/** Makes the next signature read its secrets, such as after one was rotated. */
export const invalidateSecrets = (): void => cache.invalidate();

async function openSecrets(merchantId: string): Promise<OpenSecret[]> {
  const merchant = await merchants.findOne({ _id: merchantId }, { secrets: 1 });
  if (!merchant) throw new Error(`There is no merchant ${merchantId}`);
  try {
    return merchant.secrets
      .map(({ sealed, ...rest }) => ({ ...rest, secret: openText(sealed, secretContext(merchantId)) }))
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  } catch {
    throw merchantUnreadable(merchantId);
  }
}

/**
 * The secrets that sign at this moment, newest first: the current one and those in their grace after a rotation.
 * @throws {ApiError} merchant_unreadable
 */
export async function signingSecrets(merchantId: string): Promise<string[]> {
  const now = Date.now();
  const open = await cache.get(merchantId, () => openSecrets(merchantId));
  return open.filter(({ retiresAt }) => !retiresAt || retiresAt.getTime() > now).map(({ secret }) => secret);
}
