import { LRUCache } from 'lru-cache';
import { keyedHash } from '../crypto.js';
import { merchants, type MerchantRecord } from './merchant.model.js';

/** A change is felt at once where it is heard of (merchant-changes.ts), and else after this time at the latest. */
const cache = new LRUCache<string, MerchantRecord>({ max: 10_000, ttl: 5000 });

/** How often everything was forgotten: what was read before must not be remembered after. */
let forgotten = 0;

/** Makes the next look at any merchant ask the database. */
export function forgetMerchants(): void {
  forgotten += 1;
  cache.clear();
}

export const hashPublicKey = (publicKey: string): string => keyedHash('api-key', publicKey);

/** The merchant that a public key belongs to, or null. Keys that nobody has are not remembered. */
export async function findMerchantByKey(publicKey: string): Promise<MerchantRecord | null> {
  const hash = hashPublicKey(publicKey);
  const known = cache.get(hash);
  if (known) return known;
  const before = forgotten;
  const merchant = await merchants.findOne({ publicKeyHash: hash });
  if (merchant && before === forgotten) cache.set(hash, merchant);
  return merchant;
}
