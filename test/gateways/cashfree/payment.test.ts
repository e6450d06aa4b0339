import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { beginCheckout } from '../../checkout/shopper.js';
import { ask } from '../../support/ask.js';
import { startTollgate, type Tollgate } from '../../support/tollgate.js';
import { answerChallenge } from './challenge.js';
import { customerAt } from './customer.js';
import { closeDispute, openDispute } from './disputes.js';
import { CLIENT_ID, CLIENT_SECRET, startCashfree, type CashfreeStandIn } from './stand-in.js';
import { eventOf, headersOf } from './webhooks.js';
import { attemptsAt } from './world.js';

const APPROVED = '4706131211212123';
const ACCOUNT = 'cashfree-test';
const UPI = {
  currency: 'INR',
  amount: 120,
  payment_method_type: 'local',
  card: undefined,
  customer: { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+919876543210' },
};

describe('payments through Cashfree', () => {
  let cashfree: CashfreeStandIn;
  let tollgate: Tollgate;

  before(async () => {
    cashfree = await startCashfree();
    // Polls come long after any spec: what happens meanwhile is heard from the customer's return, or from Cashfree.
    const env = { GATEWAY_URL_CASHFREE: cashfree.url, THREE_DS_POLL_WAITS: '120' };
    tollgate = await startTollgate({ env });
    const { status } = await tollgate.console('/api/gateway-accounts', {
      method: 'POST',
      body: {
        id: ACCOUNT,
        connector: 'cashfree',
        mode: 'test',
        three_ds: true,
        credentials: { client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
      },
    });
    expect(status).to.equal(201);
    cashfree.hook(callback());
    await until('the account takes payments', async () => (await stored((await payUpi()).trx))?.account === ACCOUNT);
  });
  after(async () => {
    await tollgate.stop();
    await cashfree.close();
  });
  afterEach(() => cashfree.mend());

  const callback = () => `${tollgate.urls.api}/callbacks/${ACCOUNT}`;

  async function pay(number: string, changes: object) {
    const { body } = await tollgate.pay(number, changes);
    return { ...body, trx: String(body.trx) } as Record<string, unknown> & { trx: string };
  }
  const payUpi = (changes: object = {}) => pay(APPROVED, { ...UPI, ...changes });
  const payCard = (number = APPROVED) => pay(number, { currency: 'INR' });
  const stored = (trx: string) =>
    tollgate.database
      .collection<{
        _id: string;
        account: string;
        disputes?: { state: string }[];
        disputeInquiry?: { version: number };
        review?: { kind: string };
      }>('payments')
      .findOne({ _id: trx });
  const statusOf = async (trx: string) => (await tollgate.status(trx)).payment_status;
  const customer = () => customerAt(cashfree);
  const orderOf = (trx: string) => {
    const order = cashfree.ordersOf(trx).at(-1);
    if (!order) throw new Error('There is no order');
    return order;
  };

  /** The customer of a card answers on the bank's page, and comes back from it. */
  async function answer(trx: string, action: 'complete' | 'fail' | 'cancel'): Promise<void> {
    const id = attemptsAt(cashfree.world, orderOf(trx).order_id).at(-1)?.cf_payment_id ?? '';
    const page = { url: `${cashfree.url}/view/gateway/${id}`, form: { name: 'card' } };
    await fetch((await answerChallenge(page, action)) ?? '', { redirect: 'manual' });
  }

  it('over UPI give the links and the code that Cashfree made, are heard of, and told', async () => {
    const { trx, paymentlinks, qr_content } = await payUpi();
    const links = paymentlinks as Record<string, string>; // the answer's own form
    expect(links.upi).to.match(/^upi:\/\/pay\?pa=cashfree\.tea@yesbank.*&am=120\.00&cu=INR&mode=00&sign=/);
    expect(links.gpay).to.match(/^tez:/);
    expect(qr_content).to.equal(links.upi);
    await customer().confirms(orderOf(trx).order_id);
    await until('Cashfree has told', async () => (await statusOf(trx)) === 'success');
    expect(cashfree.timesCharged(trx)).to.equal(1);
    await until('the merchant has heard', () => tollgate.receiver.received.some(({ body }) => body.includes(trx)));
  });

  it('that the customer refuses fail once their order is closed, so that nobody pays it later', async () => {
    for (const [code, reason] of [
      ['ZA', 'do_not_honor'],
      ['U30', 'insufficient_funds'],
    ] as const) {
      const { trx } = await payUpi();
      const { order_id } = orderOf(trx);
      await customer().refuses(order_id, code);
      await until('Cashfree has told', async () => (await statusOf(trx)) === 'failed');
      expect(await tollgate.status(trx)).to.include({ reason });
      expect(orderOf(trx).order_status).to.equal('TERMINATED');
      await customer().confirms(order_id);
      expect(cashfree.timesCharged(trx)).to.equal(0);
    }
  });

  it('of a customer who said no and pays anew are paid once, whichever link is used', async () => {
    const checkout = await beginCheckout(tollgate, { currency: 'INR', amount: 120, customer: UPI.customer });
    const choose = () => checkout.submit({ action: 'pay', method: 'upi' });
    await choose();
    const trx = String((await checkout.status()).trx);
    const first = orderOf(trx).order_id;
    await customer().refuses(first);
    await until('the first order is closed', () => cashfree.world.orders.get(first)?.order_status === 'TERMINATED');
    await until('another may follow', async () => {
      await choose();
      return orderOf(trx).order_id !== first;
    });
    expect((await checkout.get()).text).to.include('cashfree.tea@yesbank');
    const second = orderOf(trx).order_id;
    for (const key of [first, second, first]) await customer().confirms(key);
    await until('Cashfree has told', async () => (await checkout.status()).payment_status === 'success');
    expect(cashfree.timesCharged(trx)).to.equal(1);
  });

  it('that the merchant cancels end by that, though the answer was lost', async () => {
    const { public_key } = tollgate.merchant;
    const { trx } = await payUpi();
    cashfree.spoil(/^PATCH/, 'reset');
    const { status, body } = await tollgate.api('/h2h/cancel', { public_key, trx });
    expect({ status, code: body.code }).to.deep.equal({ status: 503, code: 'gateway_unavailable' });
    await until('its end is known', async () => (await statusOf(trx)) === 'cancelled');
    expect((await tollgate.status(trx)).reason).to.equal('cancelled_by_merchant');
  });

  it('that the merchant cancels are closed, and those that a bank is at are not', async () => {
    const { public_key } = tollgate.merchant;
    const { trx } = await payUpi();
    const cancel = (of: string) => tollgate.api('/h2h/cancel', { public_key, trx: of });
    expect((await cancel(trx)).body).to.include({ payment_status: 'cancelled' });
    expect(orderOf(trx).order_status).to.equal('TERMINATED');
    const { trx: begun } = await payUpi();
    await customer().begins(orderOf(begun).order_id);
    expect((await cancel(begun)).status).to.equal(409);
    await customer().confirms(orderOf(begun).order_id);
    await until('it is known', async () => (await statusOf(begun)) === 'success');
  });

  it('that bring another amount are for a person to look at', async () => {
    const { trx } = await payUpi({ amount: 499.44 });
    await until('somebody is to look', async () => (await stored(trx))?.review?.kind === 'amount_mismatch');
    expect(await statusOf(trx)).to.equal('pending');
  });

  it('by card lead to the page of a bank by a form, and end by the return, whose query nobody believes', async () => {
    for (const [action, ends, reason] of [
      ['complete', 'success', null],
      ['fail', 'failed', 'authentication_failed'],
      ['cancel', 'failed', 'authentication_cancelled'],
    ] as const) {
      const { trx, payment_status, requires_3ds, redirect_url } = await payCard();
      expect({ payment_status, requires_3ds }).to.deep.equal({ payment_status: 'pending', requires_3ds: true });
      const page = await ask(String(redirect_url), { method: 'GET' });
      expect(page.text).to.include(`${cashfree.url}/view/gateway/`).and.include('name="name"');
      await answer(trx, action);
      expect(await statusOf(trx)).to.equal(ends);
      expect(await tollgate.status(trx)).to.include({ reason });
      expect(cashfree.timesCharged(trx)).to.equal(ends === 'success' ? 1 : 0);
      expect(orderOf(trx).order_status, 'nobody can pay it any more').to.equal(
        ends === 'success' ? 'PAID' : 'TERMINATED',
      );
    }
  });

  it('by card end by the webhook when the customer never comes back', async () => {
    const { trx } = await payCard('4000000000000051');
    const id = attemptsAt(cashfree.world, orderOf(trx).order_id).at(-1)?.cf_payment_id ?? '';
    await answerChallenge({ url: `${cashfree.url}/view/gateway/${id}`, form: { name: 'card' } }, 'complete');
    await until('Cashfree has told', async () => (await statusOf(trx)) === 'failed');
    expect(await tollgate.status(trx)).to.include({ reason: 'insufficient_funds' });
  });

  it('by card whose page was lost are closed, and charged nowhere twice', async () => {
    for (const fault of ['reset', '500', 'garbage'] as const) {
      cashfree.spoil(/sessions$/, fault);
      const { trx } = await payCard('4242424242424242'); // the sandbox charges it without a page
      await until('it is known', async () => (await statusOf(trx)) !== 'pending');
      expect(orderOf(trx).order_status).to.equal('TERMINATED');
      const sandbox = await tollgate.ledger(trx);
      expect(sandbox.filter(({ result }) => result === 'charged')).to.have.length(1); // the next account's
      expect(cashfree.timesCharged(trx)).to.equal(0);
    }
  });

  it('go to the next account where Cashfree opens nothing', async () => {
    for (const fault of ['429', '500', 'reset'] as const) {
      cashfree.spoil(/^POST \/orders$/, fault);
      const { trx, paymentlinks } = await payUpi();
      expect(paymentlinks).to.have.property('upi');
      expect((await stored(trx))?.account).to.equal('sandbox-upi');
    }
  });

  it('go back in parts', async () => {
    const { trx } = await payUpi();
    await customer().confirms(orderOf(trx).order_id);
    await until('it is paid', async () => (await statusOf(trx)) === 'success');
    const { public_key } = tollgate.merchant;
    const refund = { public_key, trx, refund_identifier: `${trx}-part`, amount: 10 };
    const { body } = await tollgate.api('/h2h/refund', refund);
    expect(body).to.include({ refund_status: 'success', refunded_amount: 10 });
    const later = await tollgate.api('/h2h/refund', { ...refund, refund_identifier: `${trx}-later`, amount: 20.66 });
    expect(later.body).to.include({ refund_status: 'pending' });
    await until('Cashfree has told', () => cashfree.refunded(trx).length === 2);
    await until('it is known', async () => (await tollgate.status(trx)).refunded_amount === 30.66);
  });

  it('are disputed, and that is heard of', async () => {
    const { trx } = await payCard();
    await answer(trx, 'complete');
    const dispute = openDispute(cashfree.world, orderOf(trx).order_id);
    const stateIs = (state: string) => async () => (await stored(trx))?.disputes?.[0]?.state === state;
    await until('it is open', stateIs('open'));
    closeDispute(cashfree.world, dispute, 'MERCHANT_LOST');
    await until('it is lost', stateIs('lost'));
  });

  it('are disputed, though Cashfree tells of it before it shows it', async () => {
    const { trx } = await payCard();
    await answer(trx, 'complete');
    const { order_id } = orderOf(trx);
    const { disputes } = cashfree.world;
    const dispute = openDispute(cashfree.world, order_id);
    disputes.delete(dispute.dispute_id);
    await until('Cashfree has said that there is none', async () => {
      const { version = 0 } = (await stored(trx))?.disputeInquiry ?? {};
      return version > 1;
    });
    disputes.set(dispute.dispute_id, dispute);
    await until('it is open', async () => (await stored(trx))?.disputes?.[0]?.state === 'open');
  });

  it('are disputed while the keys are exchanged, which Cashfree tells by the old secret', async () => {
    const { trx } = await payCard();
    await answer(trx, 'complete');
    const replace = async (client_id: string, client_secret: string) => {
      const body = { credentials: { client_id, client_secret } };
      expect((await tollgate.console(`/api/gateway-accounts/${ACCOUNT}`, { method: 'PATCH', body })).status).to.equal(
        200,
      );
    };
    const [newId, newSecret] = ['TEST20000000cashfree', 'cfsk_ma_test_of_the_tests_0002'];
    cashfree.secrets.set(newId, newSecret);
    await replace(newId, `${newSecret},${CLIENT_SECRET}`);
    try {
      openDispute(cashfree.world, orderOf(trx).order_id);
      await until('it is open', async () => (await stored(trx))?.disputes?.[0]?.state === 'open');
      expect(cashfree.calls.at(-1)?.headers).to.include({ 'x-client-id': newId, 'x-client-secret': newSecret });
    } finally {
      await replace(CLIENT_ID, CLIENT_SECRET);
    }
  });

  it('change by no webhook that is forged, foreign, early, replayed or doubled', async () => {
    const { trx } = await payUpi();
    const { order_id, order_tags } = orderOf(trx);
    const payment = { payment_status: 'SUCCESS', payment_amount: 120, payment_currency: 'INR', cf_payment_id: 1 };
    const order = { order_id, order_amount: 120, order_currency: 'INR', order_tags };
    const send = async (body: string, headers: Record<string, string>) =>
      (await fetch(callback(), { method: 'POST', headers, body })).status;
    const early = eventOf('PAYMENT_SUCCESS_WEBHOOK', { order, payment });
    expect(await send(early, headersOf('cfsk_ma_test_of_somebody', early))).to.equal(401);
    const genuine = headersOf(CLIENT_SECRET, early);
    for (let time = 0; time < 3; time++) expect(await send(early, genuine)).to.equal(200);
    const foreign = eventOf('PAYMENT_SUCCESS_WEBHOOK', { order: { order_id: 'theirs' }, payment });
    expect(await send(foreign, headersOf(CLIENT_SECRET, foreign))).to.equal(200);
    expect(await statusOf(trx)).to.equal('pending');
    await customer().confirms(order_id);
    await until('Cashfree has told', async () => (await statusOf(trx)) === 'success');
    expect(await send(early, genuine)).to.equal(200);
    expect(cashfree.timesCharged(trx)).to.equal(1);
  });

  it('go to the next account while the keys are revoked, and nothing fails that was paid', async () => {
    const { trx: open } = await payUpi();
    cashfree.secrets.delete(CLIENT_ID);
    try {
      const { trx } = await payUpi();
      expect((await stored(trx))?.account).to.equal('sandbox-upi');
      expect(await statusOf(open)).to.equal('pending');
    } finally {
      cashfree.secrets.set(CLIENT_ID, CLIENT_SECRET);
    }
    await customer().confirms(orderOf(open).order_id);
    await until('it is known', async () => (await statusOf(open)) === 'success');
    expect(tollgate.logs()).to.include('gateway.misconfigured');
  });

  it('leave no card and no secret in any log', () => {
    expect(tollgate.logs()).to.not.include(APPROVED).and.not.include(CLIENT_SECRET);
  });
});
