import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import {
  ConnectorError,
  KeyTaken,
  Misconfigured,
  NothingTaken,
  RequestRefused,
} from '../../../src/connectors/connector.js';
import type { CashfreeAccess } from '../../../src/connectors/cashfree/access.js';
import { createCashfreeUpi } from '../../../src/connectors/cashfree/upi.js';
import { about, WAITS } from '../../support/about.js';
import { upiRequest } from '../../support/local-requests.js';
import { thrownBy } from '../../support/thrown-by.js';
import { outOfTime } from '../out-of-time.js';
import { cashfreeAccess } from './access.js';
import { customerAt } from './customer.js';
import { FAULTS, startCashfree, type CashfreeStandIn } from './stand-in.js';

const ORDER = 'POST /orders';
const SESSION = 'POST /orders/sessions';
const READ = 'GET /orders/*';
const ATTEMPTS = 'GET /orders/*/payments';
const CLOSE = 'PATCH /orders/*';

describe('the Cashfree connector for UPI', () => {
  let cashfree: CashfreeStandIn;
  let customer: ReturnType<typeof customerAt>;
  before(async () => {
    cashfree = await startCashfree();
    customer = customerAt(cashfree);
  });
  after(() => cashfree.close());
  afterEach(() => cashfree.mend());

  const connect = (changes: Partial<CashfreeAccess> = {}) =>
    createCashfreeUpi(cashfreeAccess({ apiUrl: cashfree.url, ...changes }));

  /** The calls that were made meanwhile, without ids. */
  async function callsOf(run: () => Promise<unknown>): Promise<string[]> {
    const before = cashfree.calls.length;
    await run();
    const isId = /\/orders\/(?!sessions)[^/]+/;
    return cashfree.calls.slice(before).map(({ method, path }) => `${method} ${path.replace(isId, '/orders/*')}`);
  }

  describe('makes few calls:', () => {
    it('two to open an order, one after the other, and one more when it is repeated', async () => {
      const key = randomUUID();
      const opening = () => connect().createUpi(upiRequest(), about(key));
      expect(await callsOf(opening)).to.deep.equal([ORDER, SESSION]);
      expect(await callsOf(opening)).to.deep.equal([ORDER, READ, SESSION]);
    });

    it('two to ask and to close', async () => {
      const key = randomUUID();
      await connect().createUpi(upiRequest(), about(key));
      expect(await callsOf(() => connect().fetchOrder(about(key)))).to.deep.equal([READ, ATTEMPTS]);
      expect(await callsOf(() => connect().cancelOrder(about(key)))).to.deep.equal([CLOSE, ATTEMPTS]);
    });
  });

  it('says who it is and which version it speaks, and never whom a session key is for twice', async () => {
    const key = randomUUID();
    const before = cashfree.calls.length;
    await connect().createUpi(upiRequest({ mobile: '+8801712345678' }), about(key));
    await connect().createUpi(upiRequest(), about(key));
    const [order, session, again] = cashfree.calls.slice(before).filter(({ method }) => method === 'POST');
    expect(order?.headers).to.include({ 'x-client-id': 'TEST10000000cashfree', 'x-api-version': '2025-01-01' });
    expect(order?.headers).to.have.property('x-request-id').that.is.not.empty;
    expect(JSON.parse(order?.body ?? '')).to.deep.include({
      order_id: key,
      order_amount: 499.11,
      order_currency: 'INR',
    });
    expect(order?.body).to.include('"customer_phone":"9999999999"'); // no number in India
    expect(again?.path).to.equal('/orders');
    const keys = cashfree.calls
      .slice(before)
      .flatMap(({ path, headers }) => (path === '/orders/sessions' ? [headers['x-idempotency-key']] : []));
    expect(session?.headers['x-idempotency-key']).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(new Set(keys)).to.have.length(1);
  });

  it('has its order open for longer than the quarter of an hour that Cashfree wants, and else for what it was given', async () => {
    for (const [given, open] of [
      [60, 1020],
      [900, 1020],
      [3600, 3600],
    ] as const) {
      const before = cashfree.calls.length;
      const now = Date.now();
      await connect().createUpi(upiRequest({ expiresAt: new Date(now + given * 1000) }), about(randomUUID()));
      const sent = /"order_expiry_time":"([^"]+)"/.exec(cashfree.calls[before]?.body ?? '')?.[1];
      expect(Date.parse(sent ?? '') / 1000, `${given} s`).to.be.closeTo(now / 1000 + open, 5);
    }
  });

  it('gives the links whole, as Cashfree made them', async () => {
    const { links, apps, pa, reference } = await connect().createUpi(upiRequest(), about(randomUUID()));
    expect(links?.any).to.match(/^upi:\/\/pay\?pa=cashfree\.tea@yesbank&.*&tr=\d+&am=499\.11&cu=INR&mode=00&sign=\d+$/);
    expect(links).to.include({ tr: reference });
    expect(apps).to.deep.equal(['gpay', 'phonepe', 'paytm']);
    expect(pa).to.equal('cashfree.tea@yesbank');
  });

  it('gives links to the page that plays the apps in test mode, and never in live mode', async () => {
    cashfree.world.simulates = true;
    try {
      const { links } = await connect().createUpi(upiRequest(), about(randomUUID()));
      expect(links?.any).to.match(/^https:\/\/payments-test\.cashfree\.com\/.*&am=499\.11&cu=INR/);
      const live = connect({ mode: 'live' }).createUpi(upiRequest(), about(randomUUID()));
      expect(await thrownBy(live)).to.be.instanceOf(ConnectorError);
    } finally {
      cashfree.world.simulates = false;
    }
  });

  describe('an answer that is spoiled', () => {
    for (const [step, call] of Object.entries({
      'open the order': /^POST \/orders$/,
      'begin the session': /sessions$/,
    }))
      for (const fault of FAULTS)
        it(`to ${step} by ${fault} leaves an order that can be closed, and is paid once at most`, async () => {
          const key = randomUUID();
          cashfree.spoil(call, fault, fault === '409' ? 1 : 10);
          if (fault === '409') cashfree.spoil(call, 'hang before'); // when it is asked again
          const error = await thrownBy(
            outOfTime(cashfree.isSilent, () => connect().createUpi(upiRequest(), about(key))),
          );
          expect(error).to.be.instanceOf(ConnectorError).and.not.instanceOf(KeyTaken);
          const isSure = fault === '429' || (step === 'open the order' && fault !== '409');
          expect(error instanceof NothingTaken, 'it is known that nothing was taken').to.equal(isSure);
          cashfree.mend();
          expect(await connect().cancelOrder(about(key))).to.deep.equal({ outcome: 'cancelled' });
          await customer.confirms(key);
          expect(cashfree.timesCharged(key)).to.equal(0);
        });

    for (const fault of FAULTS)
      it(`when asking or closing, by ${fault}, is no answer`, async () => {
        const key = randomUUID();
        await connect().createUpi(upiRequest(), about(key));
        for (const call of [/^GET .*payments$/, /^GET \/orders\/[^/]+$/]) {
          cashfree.spoil(call, fault);
          expect(await thrownBy(outOfTime(cashfree.isSilent, () => connect().fetchOrder(about(key))))).to.be.instanceOf(
            ConnectorError,
          );
        }
        cashfree.spoil(/^PATCH/, fault);
        const said = await outOfTime(cashfree.isSilent, () => connect().cancelOrder(about(key))).catch(
          (error: unknown) => error,
        );
        if (!(said instanceof ConnectorError)) expect(fault).to.equal('409'); // it is asked then
      });
  });

  it('waits while an earlier request of its session is under way', async () => {
    cashfree.spoil(/sessions$/, '409');
    expect(await connect().createUpi(upiRequest(), about(randomUUID()))).to.have.property('links');
  });

  it('ends a no only when its order is closed, and keeps who said no', async () => {
    const key = randomUUID();
    await connect().createUpi(upiRequest(), about(key));
    await customer.refuses(key, 'U30');
    const refused = { outcome: 'refused', reason: 'insufficient_funds', gatewayCode: 'TRANSACTION_DECLINED U30' };
    expect(await connect().fetchOrder(about(key))).to.deep.equal({ ...refused, open: true });
    expect(await connect().cancelOrder(about(key))).to.deep.equal(refused);
  });

  it('is being closed while a bank is at it, and may be paid all the same', async () => {
    const key = randomUUID();
    await connect().createUpi(upiRequest(), about(key));
    await customer.begins(key);
    const underWay = { outcome: 'in_progress' };
    expect(await connect().fetchOrder(about(key))).to.deep.equal(underWay);
    const closing = async () => expect(await connect().cancelOrder(about(key))).to.deep.equal(underWay);
    expect(await callsOf(closing), 'banks take longer than anybody waits').to.deep.equal([CLOSE, ATTEMPTS]);
    expect(await connect().fetchOrder(about(key))).to.deep.equal(underWay);
    await customer.confirms(key);
    expect(await connect().cancelOrder(about(key))).to.include({ outcome: 'paid', amount: WAITS });
  });

  it('is looked at until it is closed, when Cashfree does that a little later', async () => {
    const key = randomUUID();
    await connect().createUpi(upiRequest(), about(key));
    cashfree.world.questionsToClose = 2;
    const calls = await callsOf(async () =>
      expect(await connect().cancelOrder(about(key))).to.deep.equal({ outcome: 'cancelled' }),
    );
    expect(calls).to.deep.equal([CLOSE, ATTEMPTS, READ, ATTEMPTS, READ, ATTEMPTS]);
  });

  it('is not closed when the call ends before Cashfree has done it', async () => {
    const key = randomUUID();
    await connect().createUpi(upiRequest(), about(key));
    cashfree.world.questionsToClose = Infinity;
    expect(await connect({ timeout: 1.2 }).cancelOrder(about(key))).to.deep.equal({ outcome: 'waiting' });
    cashfree.world.questionsToClose = 1;
    expect(await connect().fetchOrder(about(key))).to.deep.equal({ outcome: 'cancelled' });
  });

  it('runs out with its order, but not while a bank is at it', async () => {
    const [idle, begun] = [randomUUID(), randomUUID()];
    for (const key of [idle, begun]) await connect().createUpi(upiRequest(), about(key));
    await customer.begins(begun);
    cashfree.turnClock(1021);
    expect(await connect().fetchOrder(about(idle))).to.deep.equal({ outcome: 'waiting' }); // its link was given before
    expect(await connect().cancelOrder(about(idle))).to.deep.equal({ outcome: 'waiting' });
    const order = cashfree.world.orders.get(idle);
    if (order) order.order_expiry_time = new Date(Date.now() - 3_700_000).toISOString();
    expect(await connect().fetchOrder(about(idle))).to.deep.equal({ outcome: 'cancelled', expired: true });
    expect(await connect().fetchOrder(about(begun))).to.deep.equal({ outcome: 'in_progress' });
    await customer.confirms(begun);
    expect(await connect().fetchOrder(about(begun))).to.include({ outcome: 'paid' });
    cashfree.turnClock(-1021);
  });

  it('believes no answer about other money or another order', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    for (const key of [mine, other]) await connect().createUpi(upiRequest(), about(key));
    const order = cashfree.world.orders.get(mine);
    if (!order) throw new Error('It was just opened');
    for (const change of [{ order_id: other }, { order_amount: 499.12 }, { order_currency: 'USD' }]) {
      const before = { ...order };
      Object.assign(order, change);
      const isOther = 'order_id' in change;
      expect(await thrownBy(connect().createUpi(upiRequest(), about(mine)))).to.be.instanceOf(
        isOther ? ConnectorError : KeyTaken,
      );
      if (isOther) expect(await thrownBy(connect().fetchOrder(about(mine)))).to.be.instanceOf(ConnectorError);
      Object.assign(order, before);
    }
    cashfree.world.orders.delete(other);
  });

  it('takes no order that Cashfree refuses, now or later', async () => {
    const tooLittle = about(randomUUID(), { amount: 99 });
    expect(await thrownBy(connect().createUpi(upiRequest(), tooLittle))).to.be.instanceOf(RequestRefused);
    expect(await connect().cancelOrder(tooLittle)).to.deep.equal({ outcome: 'cancelled' });
  });

  it('knows refused credentials from everything else', async () => {
    const wrong = connect({ clientSecret: 'cfsk_ma_test_revoked' });
    expect(await thrownBy(wrong.createUpi(upiRequest(), about(randomUUID())))).to.be.instanceOf(Misconfigured);
    expect(await thrownBy(wrong.fetchOrder(about(randomUUID())))).to.be.instanceOf(Misconfigured);
  });

  it('of an order that is opened and closed at one moment nothing is left to pay', async () => {
    for (let time = 0; time < 20; time++) {
      const key = randomUUID();
      await Promise.allSettled([
        connect().createUpi(upiRequest(), about(key)),
        connect().cancelOrder(about(key)),
        connect().createUpi(upiRequest(), about(key)),
      ]);
      expect(await connect().cancelOrder(about(key))).to.deep.equal({ outcome: 'cancelled' });
      await customer.confirms(key);
      expect(cashfree.timesCharged(key)).to.equal(0);
    }
  });

  it('is paid once, however many have opened it', async () => {
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => connect().createUpi(upiRequest(), about(key))));
    await Promise.all([1, 2, 3].map(() => customer.confirms(key)));
    expect(cashfree.timesCharged(key)).to.equal(1);
    expect(await connect().fetchOrder(about(key))).to.include({ outcome: 'paid', amount: WAITS });
  });
});
