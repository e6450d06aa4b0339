import { expect } from 'chai';
import { createCallbacks } from '../../../src/sandbox/orders/callbacks.js';
import { doDue } from '../../../src/sandbox/orders/clock.js';
import { close, execute } from '../../../src/sandbox/orders/moves.js';
import type { Order } from '../../../src/sandbox/orders/order.js';
import { moveOrder } from '../../../src/sandbox/orders/ordering.js';
import { createPoster, type Poster } from '../../../src/sandbox/poster.js';
import { receiveCallbacks } from '../../support/callback-receiver.js';
import { upiBody, walletBody } from '../../support/order-bodies.js';
import { SANDBOX_API_KEY } from '../../support/sandbox.js';
import { sandboxApps } from '../../support/sandbox-apps.js';
import { until } from '../../../scripts/until.js';

describe("the sandbox's callbacks", () => {
  let apps: ReturnType<typeof sandboxApps>;
  let receiver: Awaited<ReturnType<typeof receiveCallbacks>>;
  let poster: Poster;
  let callbacks: ReturnType<typeof createCallbacks>;
  let answers: () => number;
  let on: boolean;
  beforeEach(async () => {
    apps = sandboxApps();
    answers = () => 200;
    on = true;
    receiver = await receiveCallbacks(() => answers());
    poster = createPoster(SANDBOX_API_KEY);
    callbacks = createCallbacks(apps.ledger.orders, poster, () => on);
  });
  afterEach(async () => {
    callbacks.stop();
    await poster.stop();
    await receiver.stop();
    apps.close();
  });

  const order = (body: object) => apps.api.post('/orders').set('Idempotency-Key', 'k').send(body).expect(200);
  const act = (action: string) => apps.api.post('/orders/k/act').send({ action }).expect(200);
  const pending = () => apps.ledger.orders.findOrder('k')?.callback;

  /** Does what is due `after` milliseconds from now or another moment, and waits until the callbacks were answered. */
  async function pass(after = 0, from = Date.now()): Promise<void> {
    const sent: Promise<void>[] = [];
    doDue(apps.ledger.orders, from + after, {
      hasRoom: () => callbacks.hasRoom(),
      send: (order) => {
        const done = callbacks.send(order);
        sent.push(done);
        return done;
      },
    });
    await Promise.all(sent);
  }
  const statuses = () => receiver.received.map(({ status }) => status);

  for (const [what, body, action, status, amount] of [
    ['a UPI payment', upiBody, 'confirm', 'paid', 49_911],
    ["a customer's consent", walletBody, 'confirm', 'agreed', 49_911],
    ['a refusal', upiBody, 'fail', 'refused', 0],
    ['a cancelled order', walletBody, 'cancel', 'cancelled', 0],
  ] as const)
    it(`tell of ${what}, with what came, once`, async () => {
      const request = body({ callback_url: receiver.url });
      await order(request);
      await pass(1_000);
      expect(statuses()).to.deep.equal([]);
      await act(action);
      await pass();
      await pass(60_000);
      expect(receiver.received.map(({ body }): unknown => JSON.parse(body))).to.deep.equal([
        { key: 'k', reference: 'a-reference', amount, currency: request.currency, status },
      ]);
      expect(receiver.received[0]?.headers).to.include({ 'content-type': 'application/json' });
      expect(pending()).to.equal(null);
    });

  it('tell of money that comes after the order was closed', async () => {
    await order(upiBody({ callback_url: receiver.url, amount: 10_033 }));
    await apps.api.post('/orders/k/close').expect(200);
    await apps.api.post('/orders/k/act').send({ action: 'expire' });
    await pass(2_000);
    await pass();
    expect(statuses()).to.deep.equal(['paid']);
  });

  it('say nothing of what the merchant side did itself', async () => {
    await order(upiBody({ callback_url: receiver.url }));
    await apps.api.post('/orders/k/close').expect(200);
    await pass(60_000);
    expect(statuses()).to.deep.equal([]);
  });

  it('come again after 1, 5 and 20 seconds unless they are taken, and then no more', async () => {
    answers = () => 503;
    await order(upiBody({ callback_url: receiver.url }));
    await act('confirm');
    let begun = Date.now();
    await pass();
    for (const wait of [1_000, 5_000, 20_000]) {
      const at = pending()?.at ?? NaN;
      expect(at).to.be.within(begun + wait, Date.now() + wait);
      const before = receiver.received.length;
      await pass(-1, at);
      expect(receiver.received.length - before).to.equal(0);
      begun = Date.now();
      await pass(0, at);
      expect(receiver.received.length - before).to.equal(1);
    }
    await pass(3_600_000);
    expect(statuses()).to.deep.equal(['paid', 'paid', 'paid', 'paid']);
    expect(pending()).to.equal(null);
  });

  it('come again after a connection that failed, signed anew', async () => {
    await order(upiBody({ callback_url: 'http://127.0.0.1:1/nobody' }));
    await act('confirm');
    await pass();
    expect(pending()).to.include({ tries: 1 });
  });

  it('do not follow a redirect', async () => {
    answers = () => 302;
    await order(upiBody({ callback_url: receiver.url }));
    await act('confirm');
    await pass();
    expect(pending()).to.include({ tries: 1 });
  });

  for (const [what, move, status] of [
    ['executes', (order: Order) => execute(order, Date.now()), 'paid'],
    ['closes', close, 'cancelled'],
  ] as const)
    it(`on their way undo nothing when the merchant side ${what} meanwhile`, async () => {
      const current = () => apps.ledger.orders.findOrder('k');
      answers = () => {
        const order = current();
        if (order) moveOrder(apps.ledger.orders, order, move);
        return 200;
      };
      await order(walletBody({ callback_url: receiver.url }));
      await act('confirm');
      await pass();
      expect(statuses()).to.deep.equal(['agreed']);
      expect(current()?.state).to.include({ status });
      expect(pending()).to.equal(null);
    });

  it('wait on file when there are very many', async () => {
    for (let at = 0; at < 300; at++) {
      const request = apps.api.post('/orders').set('Idempotency-Key', `k${at}`);
      await request.send(upiBody({ callback_url: receiver.url })).expect(200);
      await apps.api.post(`/orders/k${at}/act`).send({ action: 'confirm' }).expect(200);
    }
    await pass();
    expect(receiver.received).to.have.length(256);
    await pass();
    expect(receiver.received).to.have.length(300);
  });

  it('that come due while they are off are dropped', async () => {
    await order(upiBody({ callback_url: receiver.url }));
    on = false;
    await act('confirm');
    await pass();
    on = true;
    await pass(60_000);
    expect(statuses()).to.deep.equal([]);
    expect(pending()).to.equal(null);
  });

  it('on their way when the process stops stay pending', async () => {
    answers = () => {
      void callbacks.stop();
      return 200;
    };
    await order(upiBody({ callback_url: receiver.url }));
    await act('confirm');
    await pass();
    await until('it has come', () => receiver.received.length === 1);
    expect(pending()).to.include({ tries: 0 });
  });
});
