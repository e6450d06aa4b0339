import { expect } from 'chai';
import { FORMS, PAGES } from '../../src/console/pages/all-pages.js';
import { hasRole, ROLES, type Role } from '../../src/console/operators/role.js';
import { findOperatorByToken } from '../../src/console/operators/operators.js';
import { storeFirstAccounts } from '../../src/gateways/accounts.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { disableEndpoint } from '../ipn/lessons.js';
import { discrepancies } from '../../src/reconciliation/discrepancy.model.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { payments } from '../../src/payments/payment.model.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aDiscrepancy } from '../reconciliation/a-discrepancy.js';
import { aProof, aUpiPayment } from '../proofs/a-local-payment.js';
import { browserOf, startConsole, type TestConsole, theOperator } from './console.js';

describe('roles on console pages', () => {
  const merchant = new TestMerchant();
  const payment = aUpiPayment({ merchantId: merchant.id, proof: aProof() });
  const difference = aDiscrepancy({ trx: payment._id, merchantId: merchant.id });
  let console: TestConsole;
  let ids: Record<string, string>;
  const headers: Partial<Record<Role, { cookie: string; origin: string }>> = {};

  before(async () => {
    console = await startConsole();
    for (const role of ROLES) headers[role] = await browserOf(console, await theOperator(role));
    await storeFirstAccounts();
    await merchant.save();
    await payments.insertOne(payment);
    await discrepancies.insertOne(difference);
    const exhausted = await merchant.delivery({ trx: payment._id, status: 'exhausted', next: null });
    const target = { merchantId: merchant.id, mode: 'test', host: 'gone.example:443' } as const;
    const endpoint = await disableEndpoint(target);
    ids = {
      '/proofs/:trx': payment._id,
      '/payments/:trx': payment._id,
      '/deliveries/:id': exhausted._id,
      '/endpoints/:id': endpoint._id,
      '/merchants/:id': merchant.id,
      '/gateways/:id': 'sandbox-card',
      '/differences/:id': difference._id,
    };
  });
  after(async () => {
    await console.close();
    await merchant.remove();
    await payments.deleteOne({ _id: payment._id });
    await discrepancies.deleteOne({ _id: difference._id });
  });

  /** A path of the table with something real in it, so that only the role can be in the way. */
  const real = (path: string) =>
    Object.entries(ids).reduce((filled, [prefix, id]) => filled.replace(prefix, prefix.replace(/:\w+/, id)), path);
  const send = (path: string, given: object) =>
    console.http
      .post(real(path))
      .set({ accept: 'text/html', ...given })
      .type('form')
      .send({ back: '/' });
  const open = (path: string, role: Role) =>
    console.http.get(real(path)).set({ accept: 'text/html', ...headers[role] });

  for (const { path, role: needed } of FORMS)
    it(`POST ${path} is for ${needed} and above, from our own page`, async () => {
      for (const role of ROLES) {
        const operator = await theOperator(role);
        const record = await findOperatorByToken(operator.token);
        if (record && hasRole(record, needed)) {
          await send(path, { cookie: headers[role]?.cookie, origin: 'http://127.0.0.1:9' }).expect(403);
          await send(path, { cookie: headers[role]?.cookie }).expect(403);
        } else {
          const { text } = await send(path, { ...headers[role] }).expect(403);
          expect(text).to.include(`This needs the role ${needed}; yours is ${role}`);
        }
      }
      await send(path, { origin: console.url }).expect(303).expect('location', '/login?unsent&next=%2F');
    });

  it('refused, nothing has changed', async () => {
    expect(await merchants.findOne({ _id: merchant.id })).to.include({ status: 'active', name: 'Test shop' });
    expect((await payments.findOne({ _id: payment._id }))?.proof?.status).to.equal('pending');
    expect((await discrepancies.findOne({ _id: difference._id }))?.state).to.equal('open');
    expect(await deliveries.countDocuments({ merchantId: merchant.id, status: 'exhausted' })).to.equal(1);
  });

  const actions = (text: string) =>
    [...text.matchAll(/<form[^>]*method="post"[^>]*action="([^"]+)"/g)]
      .map(([, action]) => action)
      .filter((action) => action !== '/logout');

  it('show a viewer every page but the operators, and no form that would be refused', async () => {
    for (const { path, role } of PAGES) {
      const { status, text } = await open(path, 'viewer');
      expect(status, path).to.equal(role === 'viewer' ? 200 : 403);
      expect(actions(text), path).to.deep.equal([]);
      expect(text, path).not.to.include('href="/operators"');
    }
  });

  it('tell a viewer where notifications are sent again, and no reviewer, whose right that is', async () => {
    const [viewer, reviewer] = [await open('/deliveries', 'viewer'), await open('/deliveries', 'reviewer')];
    expect(viewer.text).to.include('Sending again needs the role reviewer; yours is viewer.');
    expect(reviewer.text).to.not.include('Sending again needs');
  });

  it('show reviewers and admins what they may do', async () => {
    const seen = async (path: string, role: Role) => actions((await open(path, role)).text);
    expect(await seen('/proofs/:trx', 'reviewer')).to.include(`/proofs/${payment._id}/decision`);
    expect(await seen('/payments/:trx', 'reviewer')).to.deep.equal([`${real('/deliveries/:id')}/resend`]);
    expect(await seen('/endpoints?disabled=true', 'reviewer')).to.include(`${real('/endpoints/:id')}/enable`);
    expect(await seen('/differences/:id', 'reviewer')).to.deep.equal([`${real('/differences/:id')}/resolve`]);
    expect(await seen('/merchants/:id', 'reviewer')).to.deep.equal([]);
    const own = ['', '/rotate-secret', '/rotate-key', '/suspend'].map((what) => real('/merchants/:id') + what);
    expect(await seen('/merchants/:id', 'admin')).to.deep.equal(own);
  });
});
