import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openText, sealText } from '../crypto.js';
import { merchants, type SealedSecret } from './merchant.model.js';

/** A notification secret as Standard Webhooks writes it: `whsec_` and base64 of 32 random bytes. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** What a merchant's secrets are bound to. */
export const secretContext = (merchantId: string): string => `whsec|${merchantId}`;

export const sealSecret = (secret: string, merchantId: string): string => sealText(secret, secretContext(merchantId));

const cache = new LRUCache<string, SealedSecret[]>({ max: 10_000, ttl: 5000 });

async function sealedSecrets(merchantId: string): Promise<SealedSecret[]> {
  const known = cache.get(merchantId);
  if (known) return known;
  const merchant = await merchants.findOne({ _id: merchantId }, { projection: { secrets: 1 } });
  if (!merchant) throw new Error(`There is no merchant ${merchantId}`);
  cache.set(merchantId, merchant.secrets);
  return merchant.secrets;
}

/** The secrets that sign at this moment, newest first: the current one and those in their grace after a rotation. */
export async function signingSecrets(merchantId: string): Promise<string[]> {
  const now = Date.now();
  return (await sealedSecrets(merchantId))
    .filter(({ retiresAt }) => !retiresAt || retiresAt.getTime() > now)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ sealed }) => openText(sealed, secretContext(merchantId)));
}
