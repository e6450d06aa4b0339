import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { gatewayAccounts, type Account } from '../../src/gateways/account.model.js';
import { findAccount, learnAccounts, refreshAccounts, storeFirstAccounts } from '../../src/gateways/accounts.js';
import { FIRST_ACCOUNTS } from '../../src/gateways/first-accounts.js';

const [CARD] = FIRST_ACCOUNTS;

describe('the gateway accounts that a process knows', () => {
  const id = `known-${randomUUID().slice(0, 8)}`;
  before(connectDatabase);
  after(async () => {
    await gatewayAccounts.deleteOne({ _id: id });
    await refreshAccounts();
  });

  const account = (changes: Partial<Account> = {}): Account => {
    if (!CARD) throw new Error('There is no account to make one of');
    return { ...CARD, _id: id, onRequest: true, status: 'closed', ...changes };
  };

  it('are read since the last look that was answered, however long ago that was', async () => {
    const begun = Date.now();
    await refreshAccounts(begun);
    await gatewayAccounts.insertOne(account({ changedAt: new Date(begun + 1000) }));
    await refreshAccounts(begun + 600_000); // the process was stopped, or the database away
    expect(findAccount(id)).to.include({ version: 1 });
    await refreshAccounts(begun); // for whoever comes next
  });

  it('are never undone by a change that is read late', () => {
    learnAccounts([account({ version: 3, priority: 3 })]);
    learnAccounts([account({ version: 2, priority: 2, changedAt: new Date() })]);
    expect(findAccount(id)).to.include({ version: 3, priority: 3 });
  });

  it('are stored at the first start, and stay as they were changed since', async () => {
    await storeFirstAccounts();
    const stored = await gatewayAccounts.find({ _id: { $in: FIRST_ACCOUNTS.map(({ _id }) => _id) } }).exec();
    expect(stored.map(({ _id }) => _id)).to.have.members(FIRST_ACCOUNTS.map(({ _id }) => _id));
    await gatewayAccounts.updateOne({ _id: 'sandbox-sepa' }, { $set: { priority: 901 } });
    await storeFirstAccounts();
    expect(await gatewayAccounts.findOne({ _id: 'sandbox-sepa' })).to.include({ priority: 901 });
    await gatewayAccounts.updateOne({ _id: 'sandbox-sepa' }, { $set: { priority: 900 } });
  });
});
