import { keyedHash, keyedHashes, masterKeyId } from '../crypto/keyed.js';
import { merchants, type MerchantRecord } from './merchant.model.js';
import { TtlCache } from './ttl-cache.js';

/** A change counts at once where it is heard of (merchant-changes.ts), and elsewhere when the memory ends. */
const cache = new TtlCache<MerchantRecord>();

/** Makes the next look at any merchant ask the database. */
export const invalidateMerchants = (): void => cache.invalidate();

/** Whether nothing new may be paid to a merchant, as it is stored at this moment. */
export async function isSuspended(id: string): Promise<boolean> {
  return (await merchants.findOne({ _id: id }, { status: 1 }))?.status === 'suspended';
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

/** The merchant that a public key belongs to, or null. Keys that nobody has are not cached. */
export async function findMerchantByKey(publicKey: string): Promise<MerchantRecord | null> {
  const { publicKeyHash: hash } = hashPublicKey(publicKey);
  return cache.get(hash, async () => (await merchants.findOne({ publicKeyHash: hash })) ?? (await rehash(publicKey)));
}
