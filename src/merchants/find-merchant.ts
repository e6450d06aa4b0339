import { LRUCache } from 'lru-cache';
import { keyedHash, keyedHashes, masterKeyId } from '../crypto.js';
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

/** What is stored of a public key. */
export const hashPublicKey = (publicKey: string): Pick<MerchantRecord, 'publicKeyHash' | 'hashedUnder'> => ({
  publicKeyHash: keyedHash('api-key', publicKey),
  hashedUnder: masterKeyId,
});

/** While the master key is being changed: gives a merchant whose key was hashed under another one the current hash. */
async function rehash(publicKey: string): Promise<MerchantRecord | null> {
  for (const publicKeyHash of keyedHashes('api-key', publicKey).slice(1)) {
    const $set = hashPublicKey(publicKey);
    const merchant = await merchants.findOneAndUpdate({ publicKeyHash }, { $set }, { returnDocument: 'after' });
    if (merchant) return merchant;
  }
  return null;
}

/** The merchant that a public key belongs to, or null. Keys that nobody has are not remembered. */
export async function findMerchantByKey(publicKey: string): Promise<MerchantRecord | null> {
  const { publicKeyHash: hash } = hashPublicKey(publicKey);
  const known = cache.get(hash);
  if (known) return known;
  const before = forgotten;
  const merchant = (await merchants.findOne({ publicKeyHash: hash })) ?? (await rehash(publicKey));
  if (merchant && before === forgotten) cache.set(hash, merchant);
  return merchant;
}
