import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import { config } from '../../config/index.js';
import type { Account } from '../../src/gateways/account.model.js';
import { findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import {
  breakerOf,
  isLeftAlone,
  noteAnswer,
  noteCall,
  noteNoAnswer,
  startBreakers,
} from '../../src/gateways/breaker.js';
import { findRoutes } from '../../src/gateways/find-route.js';
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
