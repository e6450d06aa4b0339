import type { Db } from 'mongodb';
import type { Account } from '../../src/gateways/account.model.js';
import { FIRST_ACCOUNTS } from '../../src/gateways/first-accounts.js';

/** One that is asked before those of the first start, which take a payment when it has taken nothing. */
export const FIRST_ACCOUNT = 'first-account';

/** Adds it to a database whose processes run; they hear of it within GATEWAY_ACCOUNTS_REFRESH. */
export async function addFirstAccount(database: Db): Promise<void> {
  const [card] = FIRST_ACCOUNTS;
  if (!card) throw new Error('There is no account to make one of');
  const methods = FIRST_ACCOUNTS.filter(({ onRequest, creditor }) => !onRequest && !creditor).flatMap(
    (one) => one.methods,
  );
  const account: Account = { ...card, _id: FIRST_ACCOUNT, methods, priority: 10, changedAt: new Date() };
  await database.collection<Account>('gateway_accounts').insertOne(account);
}
