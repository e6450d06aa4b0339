import { config } from '../../config/index.js';
import { unlessPresent } from '../database/errors.js';
import { logger } from '../telemetry/logger.js';
import { milliseconds } from '../time.js';
import { gatewayAccounts, type Account } from './account.model.js';
import { onAccountChange } from './account-changes.js';
import { FIRST_ACCOUNTS } from './first-accounts.js';

/** How far clocks may differ: a change is looked for this long after it was made. */
const CLOCKS_DIFFER_MS = 60_000;

const compare = (a: Account, b: Account): number => a.priority - b.priority || (a._id < b._id ? -1 : 1);

/** All accounts by id. Routing asks at every payment, so they are kept in memory, by thousands. */
const byId = new Map<string, Account>(FIRST_ACCOUNTS.map((account) => [account._id, account]));
/** Those for everybody that take a method, in order of priority; made when somebody asks, and anew after a change. */
let byMethod = new Map<string, Account[]>();

/** Takes in what MongoDB holds of some accounts: a change that was read late never undoes a later one. */
export function learnAccounts(accounts: readonly Account[]): void {
  const isNew = ({ _id, version, changedAt }: Account): boolean => {
    const known = byId.get(_id);
    return !known || version > known.version || (version === known.version && changedAt > known.changedAt);
  };
  const changed = accounts.filter(isNew);
  for (const account of changed) byId.set(account._id, account);
  if (changed.length > 0) byMethod = new Map();
}

/** Every account, in order of priority. */
export const allAccounts = (): Account[] => [...byId.values()].sort(compare);

/** The accounts that take a method for merchants that name none, in order of priority. */
export function accountsFor(method: string): readonly Account[] {
  const known = byMethod.get(method);
  if (known) return known;
  const found = allAccounts().filter(
    ({ methods, onRequest }) => !onRequest && methods.some((taken) => taken.method === method),
  );
  byMethod.set(method, found);
  return found;
}

/** An account by its id; undefined when there is none, or none that this process has heard of yet. */
export const findAccount = (id: string): Account | undefined => byId.get(id);

/** @throws when a payment names an account that is unknown here: one that was made moments ago is known within seconds */
export function accountNamed(id: string): Account {
  const account = byId.get(id);
  if (!account) throw new Error(`There is no gateway account "${id}"`);
  return account;
}

/** Every account at a gateway, by id. */
export const accountsAt = (gateway: string): string[] =>
  [...byId.values()].filter(({ connector }) => connector === gateway).map(({ _id }) => _id);

/** Reads one account that this process may not have heard of yet. */
export async function lookUpAccount(id: string): Promise<Account | undefined> {
  const known = byId.get(id);
  if (known) return known;
  const found = await gatewayAccounts.findOne({ _id: id });
  if (found) learnAccounts([found]);
  return found ?? undefined;
}

/** Stores the accounts of the first start where they are missing. One that was paused or closed stays so. */
export async function storeFirstAccounts(): Promise<void> {
  const stored = await gatewayAccounts.find({ _id: { $in: FIRST_ACCOUNTS.map(({ _id }) => _id) } }, { _id: 1 }).exec();
  const missing = FIRST_ACCOUNTS.filter(({ _id }) => !stored.some((account) => account._id === _id));
  for (const account of missing) {
    const now = new Date();
    // Another process may start at this moment.
    await unlessPresent(gatewayAccounts.insertOne({ ...account, createdAt: now, changedAt: now }));
  }
}

/** When this process has looked for changes last, and was answered: a number of milliseconds since 1970. */
let lookedAt = 0;

/** Learns what was changed since it was looked for last. Best effort: the next look is a few seconds away. */
export async function refreshAccounts(now = Date.now()): Promise<void> {
  try {
    learnAccounts(await gatewayAccounts.find({ changedAt: { $gte: new Date(lookedAt - CLOCKS_DIFFER_MS) } }).exec());
    lookedAt = now;
  } catch (error) {
    logger.warn('gateway_accounts.unread', { error });
  }
}

/** Learns every account there is. @throws when MongoDB does not answer */
export async function readAccounts(): Promise<void> {
  const now = Date.now();
  learnAccounts(await gatewayAccounts.find().exec());
  lookedAt = now;
}

/**
 * Reads every account, and goes on hearing of changes: at once by Redis, without it within GATEWAY_ACCOUNTS_REFRESH
 * seconds.
 * @returns what ends it
 */
export async function startAccounts(): Promise<() => void> {
  await storeFirstAccounts();
  await readAccounts();
  const timer = setInterval(() => void refreshAccounts(), milliseconds(config.gatewayAccountsRefresh));
  const stopHearing = onAccountChange(() => void refreshAccounts());
  return () => {
    clearInterval(timer);
    stopHearing();
  };
}
