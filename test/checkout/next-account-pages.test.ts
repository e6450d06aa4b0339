import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { findAccount, learnAccounts } from '../../src/gateways/accounts.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import { payments } from '../../src/payments/payment.model.js';
import { startWeb, type Web } from '../api/web.js';
import { cardRequest } from '../methods/card-request.js';

const FIELDS = ['customer', 'details', 'ipn_url', 'success_url', 'cancel_url', 'site_name'];

describe('the hosted page of a payment that several gateways could take', () => {
  const id = `next-${randomUUID().slice(0, 8)}`;
  let web: Web;
  before(async () => {
    web = await startWeb();
    const card = findAccount('sandbox-card');
    if (!card) throw new Error('There is no account for cards');
    const keys = { secret_key: `sk_test_${'x'.repeat(24)}`, webhook_secret: `whsec_${'y'.repeat(24)}` };
    learnAccounts([{ ...card, _id: id, connector: 'stripe', onRequest: true, credentials: sealCredentials(id, keys) }]);
  });
  after(async () => {
    const account = findAccount(id);
    if (account) learnAccounts([{ ...account, status: 'closed', version: 2 }]);
    await web.close();
  });

  it('lets its form lead to the bank’s page of each, since the next one may be asked', async () => {
    const { id: merchantId, public_key } = await web.merchant({ accounts: ['sandbox-card', id] });
    const identifier = randomUUID();
    const same = Object.fromEntries(Object.entries(cardRequest()).filter(([name]) => FIELDS.includes(name)));
    const body = { ...same, public_key, amount: 49.9, currency: 'EUR', identifier };
    const begun = await web.ask('/payment/initiate', { body });
    try {
      expect(begun.status).to.equal(200);
      const { pathname, search } = new URL(String(begun.body.redirect_url));
      const { headers } = await web.ask(`${pathname}${search}`, { method: 'GET' });
      const [forms = ''] = /form-action [^;]+/.exec(String(headers['content-security-policy'])) ?? [];
      expect(forms).to.include('https://hooks.stripe.com');
    } finally {
      await payments.deleteMany({ merchantId });
    }
  });
});
