import { masterKeyId, masterKeyIds } from '../../crypto/keyed.js';
import { verifyEndpoint, type VerificationReport } from '../../ipn/verify-endpoint.js';
import {
  changeMerchant,
  createMerchant,
  findMerchant,
  rotatePublicKey,
  rotateSecret,
  setMerchantStatus,
} from '../../merchants/manage-merchants.js';
import type { MerchantRecord } from '../../merchants/merchant.model.js';
import { presentMerchant } from './present-merchant.js';
import { lookUpAccount } from '../../gateways/accounts.js';
import { resealCredentials } from '../../gateways/credentials.js';
import { MOST_ACCOUNTS, readMerchantChanges, readMerchantChoices } from './read-merchant-choices.js';
import { resealMerchants } from '../../merchants/reseal.js';
import { findAudit, type Actor } from '../audit/audit.js';
import { countOldTokens } from '../operators/operators.js';
import { record } from '../audit/record.js';

/** So that the check of a merchant's fields knows accounts that were made a moment ago. */
async function hearOfAccounts(fields: object): Promise<void> {
  if (!('accounts' in fields) || !Array.isArray(fields.accounts)) return;
  for (const id of fields.accounts.slice(0, MOST_ACCOUNTS)) if (typeof id === 'string') await lookUpAccount(id);
}

// What may be done to merchants. Each leaves a line in the trail; without an actor it was the command line.

/**
 * Makes a merchant of fields as operators write them, and gives its keys, which are shown this once.
 * @throws {ApiError} validation_error with every fault
 */
export async function makeMerchant(actor: Actor | null, fields: object) {
  await hearOfAccounts(fields);
  const choices = readMerchantChoices(fields);
  const keys = await createMerchant(choices);
  await record(actor, 'merchant.created', keys.id, { name: choices.name, mode: choices.mode });
  return keys;
}

/**
 * What is to change of a merchant, before anything does.
 * @throws {ApiError} validation_error with every fault; merchant_not_found
 */
export async function judgeMerchant(id: string, fields: object) {
  await hearOfAccounts(fields);
  const { mode } = await findMerchant(id);
  return readMerchantChanges(fields, mode);
}

/**
 * Changes the fields that are given, each as a whole.
 * @param seen the version of the merchant that a form was drawn of
 * @throws {ApiError} validation_error with every fault; merchant_not_found; changed_meanwhile
 */
export async function alterMerchant(actor: Actor | null, id: string, fields: object, seen?: number) {
  const changes = await judgeMerchant(id, fields);
  const after = presentMerchant(await changeMerchant(id, changes, seen));
  await record(actor, 'merchant.changed', id, { changed: Object.keys(changes), after });
  return after;
}

/** A new notification secret, shown this once. @throws {ApiError} merchant_not_found; merchant_unreadable */
export async function renewSecret(actor: Actor | null, id: string) {
  const rotated = await rotateSecret(id);
  await record(actor, 'merchant.secret_rotated', id, { old_secret_until: rotated.old_secret_until });
  return rotated;
}

/**
 * A new public key, shown this once.
 * @param seen the version of the merchant that a form was drawn of
 * @throws {ApiError} merchant_not_found; merchant_unreadable; changed_meanwhile
 */
export async function renewKey(actor: Actor | null, id: string, seen?: number) {
  const rotated = await rotatePublicKey(id, seen);
  await record(actor, 'merchant.key_rotated', id);
  return rotated;
}

/** Where the trail tells of it. */
const EVERY_MERCHANT = 'every merchant';

/** Whether what is the current master key now was an older one when something was sealed anew last. */
async function wouldSealBack(): Promise<boolean> {
  const { page } = await findAudit({ object: EVERY_MERCHANT });
  const last = page.find(({ details }) => Number(details.resealed) + Number(details.accounts_resealed) > 0);
  const keys = last?.details.master_keys;
  return Array.isArray(keys) && keys.indexOf(masterKeyId) > 0;
}

/**
 * Seals every merchant's secrets and every gateway account's credentials under the current master key. Says what no master
 * key in use opens, and what is left of an earlier one: public keys and operators' API tokens that nobody has used since.
 * @param isMeant although it may be back under an older key
 * @throws {RangeError} when MASTER_KEY has its keys the other way round than the last time, and that is not meant
 */
export async function resealSecrets(actor: Actor | null, isMeant: boolean) {
  if (!isMeant && (await wouldSealBack()))
    throw new RangeError(
      'MASTER_KEY has its keys the other way round than when all was sealed last: it would be sealed back under the older key. Put the new key first, or say --back',
    );
  const ofMerchants = await resealMerchants();
  const ofAccounts = await resealCredentials();
  const done = {
    resealed: ofMerchants.resealed,
    accounts_resealed: ofAccounts.resealed,
    unreadable: [...ofMerchants.unreadable, ...ofAccounts.unreadable],
    public_keys_left: ofMerchants.publicKeysLeft,
    api_tokens_left: await countOldTokens(),
  };
  await record(actor, 'merchant.resealed', EVERY_MERCHANT, { ...done, master_keys: masterKeyIds });
  const { length } = masterKeyIds;
  return { ...done, sealed_under: length === 1 ? 'MASTER_KEY' : `the first of ${length} keys in MASTER_KEY` };
}

const turn = (status: MerchantRecord['status'], done: string) => async (actor: Actor | null, id: string) => {
  const merchant = await setMerchantStatus(id, status);
  await record(actor, `merchant.${done}`, id);
  return presentMerchant(merchant);
};

/** Refuses new payments; status and notifications go on. @throws {ApiError} merchant_not_found */
export const suspendMerchant = turn('suspended', 'suspended');

/** Takes payments again. @throws {ApiError} merchant_not_found */
export const activateMerchant = turn('active', 'activated');

/**
 * Sends good and forged pings to a merchant's endpoint, which is told of them as if by us: whoever did it is on record.
 * @throws {ApiError} merchant_not_found
 */
export async function probeMerchant(actor: Actor | null, id: string, url: string): Promise<VerificationReport> {
  const report = await verifyEndpoint(id, url);
  const { checks, sound } = report;
  const verdicts = Object.fromEntries(checks.map(({ ping, verdict }) => [ping, verdict]));
  await record(actor, 'merchant.probed', id, { url, sound, ...verdicts });
  return report;
}
