import { expect } from 'chai';
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import type { Account } from '../../src/gateways/account.model.js';
import { allAccounts, findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import { startWeb, type Web } from './web.js';

const key = Buffer.from(hkdfSync('sha256', config.sandbox.apiKey, '', 'callbacks', 32));

/** News of a payment that there is not, as the sandbox signs it. */
function ofStranger() {
  const reference = randomUUID();
  const body = JSON.stringify({ key: `${reference}-1`, reference, amount: 100, currency: 'INR', status: 'paid' });
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  return { body, headers: { 'sandbox-timestamp': String(timestamp), 'sandbox-signature': signature } };
}

describe('addresses of callbacks', () => {
  let web: Web;
  before(async () => {
    web = await startWeb();
  });
  after(() => web.close());

  const tell = async (account: string, { body, headers }: { body: string; headers?: Record<string, string> }) => {
    const answer = await web.ask(`/callbacks/${account}`, { body, ...(headers && { headers }) });
    return { status: answer.status, code: answer.body.code };
  };
  /** At the same version, so that other specs keep the connectors that they have mocked. */
  const change = (account: Account, status: Account['status']) => {
    const known = findAccount(account._id) ?? account;
    learnAccounts([{ ...account, status, changedAt: new Date(known.changedAt.getTime() + 1) }]);
  };

  /** An account of the sandbox for as long as `use` takes. */
  async function withAccount(status: Account['status'], use: (id: string) => Promise<void>): Promise<void> {
    const card = findAccount('sandbox-card');
    if (!card) throw new Error('There is no account for cards');
    const account = { ...card, _id: `called-${randomUUID().slice(0, 8)}`, onRequest: true };
    change(account, status);
    try {
      await use(account._id);
    } finally {
      change(account, 'closed'); // what this process remembers takes part in nothing
    }
  }

  it('are those of accounts that are active or paused', async () => {
    for (const status of ['active', 'paused'] as const)
      await withAccount(status, async (id) => {
        expect(await tell(id, { body: '{}' })).to.deep.equal({ status: 401, code: 'callback_refused' });
        expect(await tell(id, ofStranger())).to.deep.equal({ status: 404, code: 'transaction_not_found' });
      });
  });

  it('are none of accounts that are closed, or that there are not', async () => {
    await withAccount('closed', async (id) => {
      for (const name of [id, 'nobody', 'stripe', '__proto__', '%00', '%2e%2e', 'SANDBOX-CARD', `${id}%0a`])
        expect(await tell(name, ofStranger()), name).to.deep.equal({ status: 404, code: 'not_found' });
    });
  });

  it('are none by any method where there is no account, and take POST where there is one', async () => {
    const by = async (method: 'GET' | 'PUT' | 'DELETE', account: string) => {
      const { status, headers } = await web.ask(`/callbacks/${account}`, { method });
      return { status, allow: headers.allow };
    };
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect(await by(method, 'sandbox-card'), method).to.deep.equal({ status: 405, allow: 'POST' });
      expect(await by(method, 'sandbox-crad'), method).to.deep.equal({ status: 404, allow: undefined });
    }
  });

  it('stay open for the whole sandbox while any of its accounts is', async () => {
    const firsts = allAccounts().filter(({ _id, connector }) => connector === 'sandbox' && _id !== 'sandbox-sepa');
    for (const account of firsts) change(account, 'closed');
    try {
      expect(await tell('sandbox', { body: '{}' })).to.deep.equal({ status: 401, code: 'callback_refused' });
    } finally {
      for (const account of firsts) change(account, account.status);
    }
  });

  it('take 256 KB and no more', async () => {
    const { status, code } = await tell('sandbox-card', { body: JSON.stringify({ more: 'x'.repeat(256 * 1024) }) });
    expect({ status, code }).to.deep.equal({ status: 413, code: 'payload_too_large' });
  });
});
