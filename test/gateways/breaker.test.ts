import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { until } from '../../scripts/until.js';
import { config } from '../../config/index.js';
import { GATEWAYS } from '../../src/connectors/index.js';
import { connectDatabase } from '../../src/database/client.js';
import { gatewayAccounts, type Account } from '../../src/gateways/account.model.js';
import { findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import {
  breakerOf,
  isLeftAlone,
  noteAnswer,
  noteCall,
  noteNoAnswer,
  startBreakers,
} from '../../src/gateways/breaker.js';
import { checkAccount } from '../../src/gateways/check-account.js';
import { findRoutes } from '../../src/gateways/find-route.js';
import { createAccount } from '../../src/gateways/manage-accounts.js';
import { redis } from '../../src/redis/client.js';
import { logLines } from '../ipn/log-lines.js';

const { failures, pause } = config.gatewayBreaker;

describe('the breaker of a gateway account', () => {
  let stop: () => void;
  before(async () => {
    await until('Redis is there', () => redis.status === 'ready');
    stop = startBreakers();
  });
  after(() => stop());

  const newAccount = () => `acc-${randomUUID().slice(0, 8)}`;
  const fail = (account: string, times: number) =>
    logLines(async () => {
      for (let time = 0; time < times; time++) await noteNoAnswer(account);
    });

  it('opens when the gateway did not answer often enough, and closes with its next answer', async () => {
    const account = newAccount();
    await fail(account, failures - 1);
    expect(breakerOf(account)).to.equal('closed');
    await fail(account, 1);
    expect(breakerOf(account)).to.equal('open');
    await logLines(() => Promise.resolve(noteAnswer(account)));
    expect(breakerOf(account)).to.equal('closed');
  });

  it('closes when a check finds all well', async () => {
    await connectDatabase();
    const [known, sandbox] = [findAccount('sandbox-card'), GATEWAYS.get('sandbox')];
    if (!known || !sandbox) throw new Error('There is no sandbox');
    const { status: _status, version: _version, createdAt: _createdAt, changedAt: _changedAt, ...choices } = known;
    const { _id: account } = await createAccount({ ...choices, _id: newAccount(), onRequest: true });
    try {
      for (const ok of [false, true]) {
        await fail(account, failures);
        mock.method(sandbox, 'check', () => Promise.resolve([{ name: 'reachable', ok, text: 'It is said' }]));
        await logLines(() => checkAccount(account));
        expect(breakerOf(account)).to.equal(ok ? 'closed' : 'open');
      }
    } finally {
      mock.restoreAll();
      await gatewayAccounts.deleteOne({ _id: account });
    }
  });

  it('begins to count anew with every answer', async () => {
    const account = newAccount();
    for (let time = 0; time < 3; time++) {
      await fail(account, failures - 1);
      noteAnswer(account);
    }
    expect(breakerOf(account)).to.equal('closed');
  });

  it('lets one call try it after the pause, for which all others wait', async () => {
    const account = newAccount();
    await fail(account, failures);
    const afterwards = Date.now() + (pause + 1) * 1000;
    expect(isLeftAlone(account)).to.equal(true);
    expect(isLeftAlone(account, afterwards)).to.equal(false);
    const { now } = Date;
    Date.now = () => afterwards;
    try {
      expect(breakerOf(account)).to.equal('half_open');
      noteCall(account);
      expect(breakerOf(account)).to.equal('open');
      await fail(account, 1); // the trial
      expect(breakerOf(account)).to.equal('open');
    } finally {
      Date.now = now;
      noteAnswer(account);
    }
  });

  it('puts its account at the end of the routes, and never out of them', async () => {
    const card = findAccount('sandbox-card');
    if (!card) throw new Error('There is no account for cards');
    const ids = [newAccount(), newAccount()];
    learnAccounts(ids.map((_id): Account => ({ ...card, _id, onRequest: true })));
    const merchant = { mode: 'test', accounts: ids, minimums: {} } as const;
    const routes = () =>
      findRoutes({ ...merchant, accounts: ids }, { method: 'card', currency: 'EUR', amount: 100 }).map(
        ({ _id }) => _id,
      );
    expect(routes()).to.deep.equal(ids);
    await fail(ids[0] ?? '', failures);
    expect(routes()).to.deep.equal(ids.toReversed());
    await fail(ids[1] ?? '', failures);
    expect(routes()).to.deep.equal(ids);
    await logLines(() => Promise.resolve(ids.forEach(noteAnswer)));
  });
});
