import { config } from '../../config/index.js';
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

/**
 * While the master key is being changed: gives a merchant whose key was hashed under another one the current hash, and
 * finds one that has just got it, or lost it again to a process with the keys in the other order.
 */
const rehash = (publicKey: string): Promise<MerchantRecord | null> =>
  merchants
    .findOneAndUpdate(
      { publicKeyHash: { $in: keyedHashes('api-key', publicKey) } },
      { $set: hashPublicKey(publicKey) },
      { returnDocument: 'after' },
    )
    .exec();

/** The merchant that a public key belongs to, or null. Keys that nobody has are not cached. */
export async function findMerchantByKey(publicKey: string): Promise<MerchantRecord | null> {
  const { publicKeyHash: hash } = hashPublicKey(publicKey);
  const isChanging = config.masterKeys.length > 1;
  return cache.get(
    hash,
    async () => (await merchants.findOne({ publicKeyHash: hash })) ?? (isChanging ? rehash(publicKey) : null),
  );
}
