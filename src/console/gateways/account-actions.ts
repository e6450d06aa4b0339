import type { Account, AccountStatus } from '../../gateways/account.model.js';
import { changedMeanwhile, contractNeeded } from '../../errors.js';
import { checkAccount } from '../../gateways/check-account.js';
import { gatewayOf } from '../../gateways/connectors.js';
import { credentialsIfReadable } from '../../gateways/credentials.js';
import { changeAccount, createAccount, noteSeen, setAccountStatus } from '../../gateways/manage-accounts.js';
import { countWaitingAt } from '../../payments/waiting-at.js';
import type { Actor } from '../audit/audit.js';
import { record } from '../audit/record.js';
import { presentAccount } from './present-account.js';
import { readAccountChanges, readAccountChoices } from './read-account.js';

// What may be done to accounts. Each leaves a line in the trail; without an actor it was the command line.

/** Makes an account of fields as operators write them. @throws {ApiError} validation_error; account_exists */
export async function makeAccount(actor: Actor | null, fields: object) {
  const account = presentAccount(await createAccount(readAccountChoices(fields)));
  await record(actor, 'gateway_account.created', account.id, { after: account });
  return account;
}

/** What names the contract, when these changes name another one. Of what no master key opens nobody knows. */
function otherContract(account: Account, changes: Partial<Account>): string | undefined {
  if (!changes.credentials) return undefined;
  const [was, will] = [account, { ...account, ...changes }].map(credentialsIfReadable);
  const fields = gatewayOf(account).credentials;
  return fields.find(({ name, isContract }) => isContract && was && will && was[name] !== will[name])?.label;
}

/** @throws {ApiError} account_in_use when another contract is entered while payments wait at this one */
async function requireSameContract(account: Account, changes: Partial<Account>): Promise<void> {
  const named = otherContract(account, changes);
  const waiting = named === undefined ? 0 : await countWaitingAt(account._id);
  if (named !== undefined && waiting > 0) throw contractNeeded(account._id, waiting, named.toLowerCase());
}

/**
 * Changes the fields that are given, each as a whole. Credentials that are not given stay; with others, workers ask anew
 * about what waits at the account.
 * @param seen the version of the account that a form was drawn of
 * @throws {ApiError} validation_error with every fault; account_not_found; changed_meanwhile; account_in_use
 */
export async function alterAccount(actor: Actor | null, id: string, fields: object, seen?: number) {
  let changed: string[] = [];
  const account = await changeAccount(id, async (before) => {
    const changes = readAccountChanges(before, fields);
    await requireSameContract(before, changes);
    if (seen !== undefined && seen !== before.version) throw changedMeanwhile();
    changed = Object.keys(changes);
    return { ...changes, ...(changes.credentials && { askAgainAt: new Date() }) };
  });
  const after = presentAccount(account);
  await record(actor, 'gateway_account.changed', id, { changed, after });
  return after;
}

const DONE: Record<AccountStatus, 'resumed' | 'paused' | 'closed'> = {
  active: 'resumed',
  paused: 'paused',
  closed: 'closed',
};

const turn = (status: AccountStatus) => async (actor: Actor | null, id: string) => {
  const account: Account = await setAccountStatus(id, status, countWaitingAt);
  await record(actor, `gateway_account.${DONE[status]}`, id);
  return presentAccount(account);
};

/** Takes new payments again. @throws {ApiError} account_not_found; account_closed */
export const resumeAccount = turn('active');

/** Takes no new payment; those under way go on. @throws {ApiError} as resumeAccount() */
export const pauseAccount = turn('paused');

/** Ends an account for good. @throws {ApiError} as resumeAccount(); account_in_use while payments wait there */
export const closeAccount = turn('closed');

/** Notes that a truth run at an account's gateway has passed. @throws {ApiError} as noteSeen() */
export async function seeAccount(actor: Actor | null, id: string, connector: string) {
  const account = await noteSeen(id, connector);
  await record(actor, 'gateway_account.seen', id);
  return presentAccount(account);
}

/** Asks the gateway, harmlessly, whether an account can be used. @throws {ApiError} account_not_found */
export async function examineAccount(actor: Actor | null, id: string) {
  const check = await checkAccount(id);
  await record(actor, 'gateway_account.checked', id, { ok: check.ok });
  return check;
}
