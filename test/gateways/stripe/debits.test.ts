import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../../scripts/until.js';
import { ConnectorError, RequestRefused } from '../../../src/connectors/connector.js';
import type { DebitRequest } from '../../../src/connectors/orders.js';
import { createStripeDebits } from '../../../src/connectors/stripe/debits.js';
import { noAnswerContract, SHORT } from '../../contract/no-answer.contract.js';
import { cardAbout } from '../../support/about.js';
import { stripeAccess } from './access.js';
import { fieldsOf, inside } from './fields.js';
import { startStripe, type StripeStandIn } from './stand-in.js';

const PAID = 'DE89370400440532013000';
const REFUSED = 'DE62370400440532013001';
const SLOW = 'DE08370400440532013003';

const request = (iban: string): DebitRequest => ({
  iban,
  holder: 'Ada Lovelace',
  mandate: 'OURS1',
  payer: { id: 'c0ffee', email: 'ada@example.com', ip: '127.0.0.1', userAgent: 'Mozilla/5.0' },
  expiresAt: new Date(Date.now() + 86_400_000),
  callbackUrl: 'http://127.0.0.1:1/callback',
});

describe('the Stripe connector for direct debits', () => {
  let stripe: StripeStandIn;
  before(async () => {
    stripe = await startStripe();
  });
  after(() => stripe.close());

  const connect = (changes: { apiUrl?: string; timeout?: number } = {}) =>
    createStripeDebits(stripeAccess({ apiUrl: stripe.url, ...changes }));
  const debitAbout = () => cardAbout(randomUUID());

  it('hands a debit in, and learns how Stripe calls its mandate', async () => {
    const order = await connect().createDebit(request(SLOW), debitAbout());
    expect(order.reference).to.match(/^pi_/);
    expect([...stripe.world.mandates.values()]).to.include(order.mandate);
  });

  it('comes with the address of the customer, without which some banks take none', async () => {
    const british = request('GB29NWBK60161331926819');
    const billing = { country: 'GB', address: '1 Abbey Road' };
    const order = await connect().createDebit({ ...british, payer: { ...british.payer, billing } }, debitAbout());
    expect(order.reference).to.match(/^pi_/);
    const refused = await connect()
      .createDebit(british, debitAbout())
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ConnectorError);
  });

  it('proves by which browser its mandate was given, also by one that does not say what it is', async () => {
    const { payer, ...given } = request(SLOW);
    const { userAgent, ...silent } = payer;
    for (const [browser, said] of [
      [payer, userAgent],
      [silent, 'unknown'],
    ] as const) {
      const about = debitAbout();
      await connect().createDebit({ ...given, payer: browser }, about);
      const confirmed = stripe.calls.find(({ headers }) => headers['idempotency-key'] === `${about.key}:confirm`);
      expect(inside(fieldsOf(confirmed?.body ?? ''), 'mandate_data', 'customer_acceptance')).to.deep.equal({
        type: 'online',
        online: { ip_address: '127.0.0.1', user_agent: said },
      });
    }
  });

  it('is one debit, however often it is handed in with one key', async () => {
    const about = debitAbout();
    const orders = await Promise.all([1, 2, 3].map(() => connect().createDebit(request(PAID), about)));
    for (const order of orders) expect(order).to.deep.equal(orders[0]);
    await until('it is paid', async () => (await connect().fetchOrder(about)).outcome === 'paid');
    expect(await connect().createDebit(request(PAID), about)).to.deep.equal(orders[0]);
    expect(stripe.timesCharged(about.trx)).to.equal(1);
  });

  it('waits for the banks, which pay or refuse', async () => {
    for (const [iban, outcome] of [
      [PAID, { outcome: 'paid', amount: 4990, currency: 'EUR' }],
      [REFUSED, { outcome: 'refused', reason: 'do_not_honor', gatewayCode: 'debit_not_authorized' }],
    ] as const) {
      const about = debitAbout();
      const { reference: debit } = await connect().createDebit(request(iban), about);
      expect(await connect().fetchOrder(about)).to.deep.equal({ outcome: 'waiting', debit });
      await until('the banks have spoken', async () => (await connect().fetchOrder(about)).outcome !== 'waiting');
      expect(await connect().fetchOrder(about)).to.include(outcome);
    }
  });

  it('cannot be called back from the banks, and is closed when it never came', async () => {
    const about = debitAbout();
    const { reference: debit } = await connect().createDebit(request(SLOW), about);
    expect(await connect().cancelOrder(about)).to.deep.equal({ outcome: 'waiting', debit });
    const never = debitAbout();
    expect(await connect().cancelOrder(never)).to.deep.equal({ outcome: 'cancelled' });
    const late: unknown = await connect()
      .createDebit(request(PAID), never)
      .catch((error: unknown) => error);
    expect(late).to.be.instanceOf(ConnectorError);
    expect(await connect().fetchOrder(never)).to.deep.equal({ outcome: 'cancelled' });
    expect(stripe.timesCharged(never.trx)).to.equal(0);
  });

  for (const [what, iban, changes] of [
    ['no IBAN', 'DE00', {}],
    ['a bank that wants more of its customer', 'GB29NWBK60161331926819', {}],
    ['more than it takes', PAID, { amount: 100_000_000 }],
  ] as const)
    it(`refuses ${what} at once, and then there is no debit, and another account may take it`, async () => {
      const about = { ...debitAbout(), ...changes };
      const error: unknown = await connect()
        .createDebit(request(iban), about)
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(RequestRefused);
      expect(String(error)).to.not.include(iban);
      const intents = [...stripe.world.intents.values()].filter(({ metadata }) => metadata.key === about.key);
      expect(intents.map(({ status }) => status)).to.deep.equal('amount' in changes ? [] : ['canceled']);
      expect(await connect().cancelOrder(about)).to.deep.equal({ outcome: 'cancelled' });
    });

  noAnswerContract(async (apiUrl) => {
    const debits = connect({ apiUrl, timeout: SHORT });
    for (const call of [
      debits.createDebit(request(PAID), debitAbout()),
      debits.fetchOrder(debitAbout()),
      debits.cancelOrder(debitAbout()),
    ])
      expect(await call.catch((error: unknown) => error)).to.be.instanceOf(ConnectorError);
  });
});
