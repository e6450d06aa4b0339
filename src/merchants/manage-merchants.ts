import { randomBytes } from 'node:crypto';
import { config } from '../../config/index.js';
import type { Filter } from '../database/driver.js';
import { changedMeanwhile, merchantNotFound } from '../errors.js';
import { hashPublicKey } from './find-merchant.js';
import { announceMerchantChange } from './merchant-changes.js';
import { invalidateName } from './merchant-names.js';
import { merchants, type MerchantRecord, type SealedSecret } from './merchant.model.js';
import type { MethodName } from '../vocabulary.js';
import { requireReadable } from './readable.js';
import { newSecret, sealSecret } from './secrets.js';
import { newTrxKey } from './trx.js';

/** What may be chosen for a merchant; everything but name and mode has a default. */
export type MerchantChoices = Pick<MerchantRecord, 'name' | 'mode'> & { methods?: MethodName[] } & Partial<
    Pick<MerchantRecord, 'threeDsPolicy' | 'lateMoneyPolicy' | 'minimums' | 'fees' | 'accounts' | 'privacyUrl'>
  >;

/** Shown once: of the public key only a hash is kept, the secret is kept sealed. */
export interface MerchantKeys {
  id: string;
  public_key: string;
  secret_key: string;
}

const newPublicKey = (mode: MerchantRecord['mode']) => `pk_${mode}_${randomBytes(24).toString('base64url')}`;

const sealedNow = (secret: string, id: string): SealedSecret => ({
  sealed: sealSecret(secret, id),
  createdAt: new Date(),
});

/** Makes a merchant with keys of its own. */
export async function createMerchant(choices: MerchantChoices): Promise<MerchantKeys> {
  const id = `mer_${randomBytes(12).toString('hex')}`;
  const publicKey = newPublicKey(choices.mode);
  const secret = newSecret();
  await merchants.insertOne({
    methods: null,
    threeDsPolicy: 'required',
    lateMoneyPolicy: 'accept',
    minimums: {},
    fees: [],
    accounts: [],
    ...choices,
    _id: id,
    status: 'active',
    ...hashPublicKey(publicKey),
    secrets: [sealedNow(secret, id)],
    trxKey: newTrxKey(id),
    createdAt: new Date(),
  });
  return { id, public_key: publicKey, secret_key: secret };
}

/** @throws {ApiError} merchant_not_found */
export async function findMerchant(id: string): Promise<MerchantRecord> {
  const merchant = await merchants.findOne({ _id: id });
  if (!merchant) throw merchantNotFound(id);
  return merchant;
}

/** Shown once. */
export interface RotatedSecret {
  id: string;
  secret_key: string;
  old_secret_until: string;
  /** How many older ones sign no more, although their grace was not over. */
  old_secrets_ended: number;
}

/**
 * A new notification secret, which signs at once (without Redis within 5 s). The old one signs beside it for SECRET_GRACE
 * seconds, two old ones at most.
 * @throws {ApiError} merchant_not_found; merchant_unreadable
 */
export async function rotateSecret(id: string): Promise<RotatedSecret> {
  const merchant = await findMerchant(id);
  requireReadable(merchant);
  const secret = newSecret();
  const retiresAt = new Date(Date.now() + config.secretGrace * 1000);
  const signing = merchant.secrets
    .filter((kept) => !kept.retiresAt || kept.retiresAt.getTime() > Date.now())
    .map((kept) => (kept.retiresAt ? kept : { ...kept, retiresAt }));
  const old = signing.slice(-2);
  const { matchedCount } = await merchants.updateOne(
    { _id: id, secrets: merchant.secrets },
    { $set: { secrets: [...old, sealedNow(secret, id)] } },
  );
  if (matchedCount === 0) return rotateSecret(id); // somebody else rotated at the same moment
  await announceMerchantChange(id);
  return {
    id,
    secret_key: secret,
    old_secret_until: retiresAt.toISOString(),
    old_secrets_ended: signing.length - old.length,
  };
}

/** The version of a merchant as it stands: 0 before its first change. */
export const versionOf = ({ version = 0 }: MerchantRecord): number => version;

const atVersion = (seen: number): Filter<MerchantRecord> => ({ version: seen === 0 ? { $exists: false } : seen });

/**
 * Changes some fields of a merchant, felt by every process at once (without Redis within 5 s).
 * @param seen the version that whoever changes it has looked at; without it, whatever it is now is changed
 * @throws {ApiError} merchant_not_found; changed_meanwhile when that version is no longer the current one
 */
export async function changeMerchant(
  id: string,
  changes: Partial<MerchantRecord>,
  seen?: number,
): Promise<MerchantRecord> {
  const merchant = await merchants.findOneAndUpdate(
    { _id: id, ...(seen !== undefined && atVersion(seen)) },
    { $set: changes, $inc: { version: 1 } },
    { returnDocument: 'after' },
  );
  if (!merchant) {
    await findMerchant(id);
    throw changedMeanwhile();
  }
  invalidateName(id);
  await announceMerchantChange(id);
  return merchant;
}

/**
 * A new public key; the old one dies at once (without Redis within 5 s).
 * @param seen the version that whoever asks for it has looked at; without it, whatever key it has now dies
 * @throws {ApiError} merchant_not_found; merchant_unreadable; changed_meanwhile
 */
export async function rotatePublicKey(id: string, seen?: number): Promise<{ id: string; public_key: string }> {
  const merchant = await findMerchant(id);
  requireReadable(merchant);
  const publicKey = newPublicKey(merchant.mode);
  await changeMerchant(id, hashPublicKey(publicKey), seen);
  return { id, public_key: publicKey };
}

/** Suspends or activates. @throws {ApiError} merchant_not_found */
export const setMerchantStatus = (id: string, status: MerchantRecord['status']): Promise<MerchantRecord> =>
  changeMerchant(id, { status });
