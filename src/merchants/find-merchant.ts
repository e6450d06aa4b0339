import { LRUCache } from 'lru-cache';
import { keyedHash } from '../crypto.js';
import { merchants, type MerchantRecord } from './merchant.model.js';

/** A suspension or a new fee is felt after this time at the latest. */
const cache = new LRUCache<string, MerchantRecord>({ max: 10_000, ttl: 5000 });

export const hashPublicKey = (publicKey: string): string => keyedHash('api-key', publicKey);

/** The merchant that a public key belongs to, or null. Keys that nobody has are not remembered. */
export async function findMerchantByKey(publicKey: string): Promise<MerchantRecord | null> {
  const hash = hashPublicKey(publicKey);
  const known = cache.get(hash);
  if (known) return known;
  const merchant = await merchants.findOne({ publicKeyHash: hash });
  if (merchant) cache.set(hash, merchant);
  return merchant;
}
