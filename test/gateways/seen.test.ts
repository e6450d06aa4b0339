import { expect } from 'chai';
import Joi from 'joi';
import { randomBytes } from 'node:crypto';
import type { Gateway } from '../../src/connectors/gateway.js';
import { GATEWAYS } from '../../src/connectors/index.js';
import { connectDatabase } from '../../src/database/client.js';
import { alterAccount, examineAccount, makeAccount, seeAccount } from '../../src/console/gateways/account-actions.js';
import { ApiError } from '../../src/errors.js';
import { gatewayAccounts } from '../../src/gateways/account.model.js';
import { findAccount, storeFirstAccounts } from '../../src/gateways/accounts.js';
import { auditOf } from '../console/console.js';

/** A gateway of somebody else's, with which nothing is wrong. */
const other: Gateway = {
  title: 'Seen Pay',
  modes: ['test', 'live'],
  methods: [{ method: 'card', currencies: ['EUR'] }],
  credentials: [{ name: 'key', label: 'Key', help: 'Any', secret: true, optional: true, schema: Joi.string() }],
  capabilities: {},
  connect: () => ({ pages: [] }),
  check: () => Promise.resolve([]),
};

describe('whether a gateway was ever seen', () => {
  const connector = `seen-${randomBytes(4).toString('hex')}`;
  const id = (name: string) => `${connector}-${name}`;
  const made = ['first', 'second', 'live'];

  before(async () => {
    await connectDatabase();
    await storeFirstAccounts();
    (GATEWAYS as Map<string, Gateway>).set(connector, other); // a map like any other, but for its type
    for (const name of made) {
      const mode = name === 'live' ? 'live' : 'test';
      await makeAccount(null, { id: id(name), connector, mode, on_request: true });
    }
  });
  after(async () => {
    await gatewayAccounts.deleteMany({ connector });
    for (const name of made) {
      const account = findAccount(id(name));
      if (account) account.status = 'closed'; // what this process remembers takes part in nothing
    }
    (GATEWAYS as Map<string, Gateway>).delete(connector);
  });

  const seen = async (account: string) => (await examineAccount(null, account)).findings.find((f) => f.name === 'seen');
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );

  it('is said by the check, until a truth run is noted on an account, for every account there', async () => {
    for (const name of made) {
      const finding = await seen(id(name));
      expect(finding).to.include({ ok: true });
      expect(finding?.text).to.include('Not yet seen on a real account').and.include(`truth ${connector}`);
    }
    expect(await seeAccount(null, id('first'), connector))
      .to.have.property('seen_at')
      .that.is.a('string');
    expect((await seen(id('first')))?.text).to.match(/^A truth run at Seen Pay's test system passed on 20/);
    for (const name of ['second', 'live'])
      expect((await seen(id(name)))?.text).to.include(`by the account ${id('first')}`);
    expect((await auditOf(id('first'))).map(({ action }) => action)).to.include('gateway_account.seen');
  });

  it('stays when credentials are replaced: it is of the gateway, and no run is made with what an account keeps', async () => {
    const before = await gatewayAccounts.findOne({ _id: id('first') });
    const { seen_at } = await alterAccount(null, id('first'), { credentials: { key: 'another' } });
    expect(seen_at).to.be.a('string').and.equal(before?.seenAt?.toISOString());
  });

  it('is noted on no account of another gateway, of live mode, or that there is not', async () => {
    expect(await refusal(seeAccount(null, id('second'), 'stripe'))).to.equal('account_not_seen');
    expect(await refusal(seeAccount(null, id('live'), connector))).to.equal('account_not_seen');
    expect(await refusal(seeAccount(null, id('nobody'), connector))).to.equal('account_not_found');
  });

  it('is asked of no sandbox, which is ours', async () => {
    expect(await seen('sandbox-card')).to.equal(undefined);
  });
});
