import { expect } from 'chai';
import supertest from 'supertest';
import { Misconfigured } from '../../src/connectors/connector.js';
import { GATEWAYS } from '../../src/connectors/index.js';
import { connectDatabase } from '../../src/database/client.js';
import type { Account } from '../../src/gateways/account.model.js';
import { learnAccounts } from '../../src/gateways/accounts.js';
import { connectorFor, pagesOf } from '../../src/gateways/connectors.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { needsQuery } from '../../src/returns/keep-query.js';
import { decide as confirm } from '../../workers/local-confirmation.js';
import { decide as inquire } from '../../workers/status-inquiry.js';
import type { Decision } from '../../workers/payment-step.js';
import { browserOf, startConsole, theOperator } from '../console/console.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { aUpiPayment, aWalletPayment } from '../proofs/a-local-payment.js';
import { app, aShop, call, removeSaved, saved } from '../proofs/api.js';
import { anAccount } from './an-account.js';

/** An account of a gateway whose credentials no master key opens, any more or yet. */
const unreadable = (connector: string, overrides: Partial<Account> = {}): Account =>
  anAccount({
    _id: `unreadable-${connector}`,
    connector,
    credentials: { key: { sealed: 'sealed under a key that is gone', lastFour: '' } },
    ...overrides,
  });

describe('an account that no master key opens', () => {
  const account = unreadable('sandbox')._id;
  before(async () => {
    learnAccounts([...GATEWAYS.keys()].map((name) => unreadable(name)));
    await connectDatabase();
  });
  after(async () => {
    learnAccounts(
      [...GATEWAYS.keys()].map((name) => unreadable(name, { status: 'closed', version: 2, changedAt: new Date(0) })),
    );
    await removeSaved();
  });

  for (const [name, { capabilities }] of GATEWAYS)
    it(`can be asked for nothing at ${name}, and says what it can do`, async () => {
      const { pages, nameOf: _nameOf, ...parts } = connectorFor(unreadable(name));
      expect(pages).to.have.length.above(0);
      expect(pagesOf(unreadable(name)._id)).to.deep.equal(pages);
      for (const [part, can] of Object.entries(capabilities))
        expect(parts).to.have.deep.nested.property(`${part}.capabilities`, can);
      for (const part of Object.values(parts))
        for (const member of Object.keys(part)) {
          const asked: unknown = Reflect.get(part, member);
          if (typeof asked !== 'function') continue;
          const error: unknown = await Promise.resolve(Reflect.apply(asked, part, [])).catch((fault: unknown) => fault);
          expect(error, member).to.be.instanceOf(Misconfigured);
        }
    });

  it('has the query kept with which a customer comes back, where its gateway wants that', () => {
    expect(needsQuery(aWalletPayment({ account: unreadable('nagad')._id }))).to.equal(true);
    expect(needsQuery(aWalletPayment({ account }))).to.equal(false);
  });

  const toldCard = () => aPayment({ status: 'unresolved', account: unreadable('adyen')._id });
  const JOBS: [what: string, job: typeof inquire, payment: () => PaymentRecord, line: string][] = [
    ['card', inquire, () => aPayment({ status: 'unresolved', account }), 'misconfigured'],
    ['card of which its gateway will tell', inquire, toldCard, 'undecided'],
    ['UPI payment', confirm, () => aUpiPayment({ account }), 'misconfigured'],
  ];
  for (const [what, job, payment, line] of JOBS)
    it(`has a ${what} wait`, async () => {
      let decision: Decision | undefined;
      const lines = await logLines(async () => (decision = await job(payment())));
      expect(decision).to.have.property('waitUntil').that.is.above(new Date());
      expect(lines.map(({ message }) => message)).to.deep.equal([`gateway.${line}`]);
    });

  it('cannot be asked to close an order', async () => {
    const { merchant, trx } = await aShop({ account });
    const { status, body } = await call('/h2h/cancel', { public_key: merchant.public_key, trx });
    expect([status, body.code]).to.deep.equal([503, 'gateway_unavailable']);
  });

  it('has its callbacks come again', async () => {
    await supertest(app)
      .post(`/callbacks/${account}`)
      .send('{}')
      .expect(503, /gateway_unavailable/);
  });

  it('leaves the page of a payment as it is', async () => {
    const { _id } = await saved(aPayment({ status: 'succeeded', account }));
    const console = await startConsole();
    try {
      const browser = await browserOf(console, await theOperator('viewer'));
      await console.http
        .get(`/payments/${_id}`)
        .set({ accept: 'text/html', ...browser })
        .expect(200);
    } finally {
      await console.close();
    }
  });
});
