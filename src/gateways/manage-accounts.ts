import { isOneContract } from '../connectors/gateway.js';
import { hasStandIn, standInSetting } from '../connectors/http/base-url.js';
import { GATEWAYS } from '../connectors/index.js';
import { isDuplicateKey } from '../database/errors.js';
import { accountClosed, accountNeeded, accountNotFound, accountNotSeen, accountTaken } from '../errors.js';
import { announceAccountChange } from './account-changes.js';
import { gatewayAccounts, type Account, type AccountStatus } from './account.model.js';
import { learnAccounts } from './accounts.js';

/** What is chosen for a new account; its credentials are sealed already. */
export type AccountChoices = Omit<
  Account,
  'status' | 'isClosing' | 'askAgainAt' | 'version' | 'createdAt' | 'changedAt'
>;

/** Makes the change known here at once, and elsewhere within seconds. */
async function spread(account: Account): Promise<Account> {
  learnAccounts([account]);
  await announceAccountChange(account._id);
  return account;
}

/** @throws {ApiError} account_exists: an id is taken for ever */
export async function createAccount(choices: AccountChoices): Promise<Account> {
  const namesake = GATEWAYS.get(choices._id);
  if (namesake && isOneContract(namesake)) throw accountTaken(choices._id); // /callbacks/sandbox is for all
  const now = new Date();
  const account: Account = { ...choices, status: 'active', version: 1, createdAt: now, changedAt: now };
  try {
    await gatewayAccounts.insertOne(account);
  } catch (error) {
    throw isDuplicateKey(error) ? accountTaken(choices._id) : error;
  }
  return spread(account);
}

/** An account as it is stored. @throws {ApiError} account_not_found */
export async function readAccount(id: string): Promise<Account> {
  const account = await gatewayAccounts.findOne({ _id: id });
  if (!account) throw accountNotFound(id);
  return account;
}

/** Changes an account unless somebody else has done so since it was read. @returns null when somebody has */
async function changeAt({ _id, version }: Account, changes: Partial<Account>): Promise<Account | null> {
  const account = await gatewayAccounts.findOneAndUpdate(
    { _id, version },
    { $set: { ...changes, changedAt: new Date() }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  );
  return account && spread(account);
}

/**
 * Changes some fields of an account, each as a whole. Payments under way go on with what it has from then on.
 * @param choose what is to change of the account as it stands; asked again when somebody else was faster
 * @throws {ApiError} account_not_found
 */
export async function changeAccount(
  id: string,
  choose: (account: Account) => Partial<Account> | Promise<Partial<Account>>,
): Promise<Account> {
  const account = await readAccount(id);
  return (await changeAt(account, await choose(account))) ?? changeAccount(id, choose);
}

/** How many payments wait at an account. */
type CountWaiting = (id: string) => Promise<number>;

/** Sets the status for good, as long as nobody else has changed the account. @returns null when somebody has */
const turn = (account: Account, status: AccountStatus): Promise<Account | null> =>
  changeAt(account, { status, isClosing: false });

/**
 * Closes an account, unless payments wait there. It is paused first, so that none comes while they are counted; one that
 * is in use anyway is not even paused.
 * @returns null when somebody else has changed it meanwhile
 * @throws {ApiError} account_in_use
 */
async function closeUnused(account: Account, countWaiting: CountWaiting): Promise<Account | null> {
  const isActive = account.status === 'active';
  const atOnce = isActive ? await countWaiting(account._id) : 0;
  if (atOnce > 0) throw accountNeeded(account._id, atOnce);
  const paused = isActive ? await changeAt(account, { status: 'paused', isClosing: true }) : account;
  if (!paused) return null;
  const waiting = await countWaiting(account._id);
  if (waiting === 0) return turn(paused, 'closed');
  if (paused.isClosing && !(await turn(paused, 'active'))) return null;
  throw accountNeeded(account._id, waiting);
}

/**
 * Takes an account out of use, or into use again. What is closed stays so, whoever else changes it at the same moment.
 * @throws {ApiError} account_not_found; account_closed; account_in_use when it is to be closed and payments wait there
 */
export async function setAccountStatus(
  id: string,
  status: AccountStatus,
  countWaiting: CountWaiting,
): Promise<Account> {
  const account = await readAccount(id);
  if (account.status === status && !account.isClosing) return account;
  if (account.status === 'closed') throw accountClosed(id);
  const changed = await (status === 'closed' ? closeUnused(account, countWaiting) : turn(account, status));
  return changed ?? setAccountStatus(id, status, countWaiting);
}

/**
 * Notes that a truth run with an account's credentials has passed. It must have been at the gateway itself, in test mode.
 * @throws {ApiError} account_not_found; account_not_seen when it cannot have been
 */
export async function noteSeen(id: string, connector: string): Promise<Account> {
  const account = await readAccount(id);
  if (account.connector !== connector) throw accountNotSeen(id, `it is at ${account.connector}, not ${connector}`);
  if (account.mode !== 'test') throw accountNotSeen(id, 'truth runs are for test accounts');
  if (hasStandIn(connector)) throw accountNotSeen(id, `${standInSetting(connector)} names a stand-in`);
  return changeAccount(id, () => ({ seenAt: new Date() }));
}
