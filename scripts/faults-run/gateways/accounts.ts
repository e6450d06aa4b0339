import type { Db } from 'mongodb';
import { readAccountChoices } from '../../../src/console/gateways/read-account.js';
import type { Account } from '../../../src/gateways/account.model.js';
import type { Tollgate } from '../../../test/support/tollgate.js';
import { gatewayNamed, GATEWAYS } from './index.js';
import type { StandIn, StandIns } from './stand-ins.js';

/** What the account of a gateway is called. */
export const idOf = (name: string): string => `${name}-account`;

/** Puts an account into a database before those of the first start; processes that run hear of it like of any change. */
async function addAccount(database: Db, { name, credentials }: StandIn): Promise<void> {
  const priority = Object.keys(GATEWAYS).indexOf(name) + 1;
  const { account: choice } = gatewayNamed(name);
  const choices = readAccountChoices({ ...choice, credentials, id: idOf(name), mode: 'test', priority });
  const now = new Date();
  const account: Account = { ...choices, status: 'active', version: 1, createdAt: now, changedAt: now };
  await database.collection<Account>('gateway_accounts').insertOne(account);
}

/** Lets the payments of a Tollgate go to the gateways that are played, and their news come back. */
export async function joinStandIns({ database, urls }: Tollgate, { all }: StandIns): Promise<void> {
  for (const standIn of all) {
    await addAccount(database, standIn);
    await standIn.hook(`${urls.api}/callbacks/${idOf(standIn.name)}`);
  }
}
