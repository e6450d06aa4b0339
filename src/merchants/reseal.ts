import { masterKeyId, resealText } from '../crypto/keyed.js';
import { merchants, type MerchantRecord, type SealedSecret } from './merchant.model.js';
import { isReadable } from './readable.js';
import { secretContext } from './secrets.js';
import { trxKeyContext } from './trx.js';

const reseal = (secret: SealedSecret, id: string): SealedSecret => ({
  ...secret,
  sealed: resealText(secret.sealed, secretContext(id)),
});

/** Seals what a merchant has under the current master key. @returns whether anything was sealed under another one */
async function resealMerchant({ _id, secrets, trxKey }: MerchantRecord): Promise<boolean> {
  const now = {
    secrets: secrets.map((secret) => reseal(secret, _id)),
    trxKey: resealText(trxKey, trxKeyContext(_id)),
  };
  const isSame = now.trxKey === trxKey && now.secrets.every(({ sealed }, index) => sealed === secrets[index]?.sealed);
  if (isSame) return false;
  const { matchedCount } = await merchants.updateOne({ _id, secrets, trxKey }, { $set: now });
  if (matchedCount > 0) return true;
  const latest = await merchants.findOne({ _id }); // a secret was rotated meanwhile
  return latest !== null && resealMerchant(latest);
}

/**
 * Seals every merchant's secrets and trx key under the current master key. May be interrupted and run again.
 * @returns how many had to be; which were left as they are, since no master key in use opens all they have; and how many
 * public keys nobody has used since the master key was changed: these are hashed anew when they are used
 */
export async function resealMerchants(): Promise<{ resealed: number; unreadable: string[]; publicKeysLeft: number }> {
  let resealed = 0;
  const unreadable: string[] = [];
  for await (const merchant of merchants.find())
    if (!isReadable(merchant)) unreadable.push(merchant._id);
    else if (await resealMerchant(merchant)) resealed++;
  const publicKeysLeft = await merchants.countDocuments({ hashedUnder: { $ne: masterKeyId } });
  return { resealed, unreadable, publicKeysLeft };
}
