import type { Db } from 'mongodb';
import type { Account, AccountMethod } from '../../src/gateways/account.model.js';
import { FIRST_ACCOUNTS } from '../../src/gateways/first-accounts.js';

/** One that is asked before those of the first start, which take a payment when it has taken nothing. */
export const FIRST_ACCOUNT = 'first-account';

/** What the accounts of the first start take of everybody. */
const ALL_METHODS: AccountMethod[] = FIRST_ACCOUNTS.filter(
  ({ onRequest, creditor }) => !onRequest && !creditor,
).flatMap(({ methods }) => methods);

/**
 * Adds it to a database; processes that run hear of it within GATEWAY_ACCOUNTS_REFRESH.
 * @param methods what it takes
 */
export async function addFirstAccount(database: Db, methods = ALL_METHODS): Promise<void> {
  const [card] = FIRST_ACCOUNTS;
  if (!card) throw new Error('There is no account to make one of');
  const now = new Date();
  const account: Account = { ...card, _id: FIRST_ACCOUNT, methods, priority: 10, createdAt: now, changedAt: now };
  await database.collection<Account>('gateway_accounts').insertOne(account);
}
