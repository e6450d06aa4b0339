import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { beginCheckout } from '../../checkout/shopper.js';
import { orderLocal, PAYER } from '../../support/local-order.js';
import { startTollgate, type Tollgate } from '../../support/tollgate.js';
import { comeBack, press } from '../wallet-customer.js';
import { CREDENTIALS } from './credentials.js';
import { startNagad, type NagadStandIn } from './stand-in.js';

const ACCOUNT = 'nagad-test';
const CUSTOMER = { ...PAYER, mobile: '+8801712345678', payment_method_code: 'NAGAD' };

describe('payments through Nagad', () => {
  let nagad: NagadStandIn;
  let tollgate: Tollgate;

  before(async () => {
    nagad = await startNagad();
    tollgate = await startTollgate({
      env: {
        GATEWAY_URL_NAGAD: nagad.url,
        GATEWAY_CALL_TIMEOUT: '2',
        GATEWAY_BREAKER_FAILURES: '1000', // so many faults would have other accounts asked first
        LATE_MONEY_WAITS: '1',
      },
    });
    const body = { id: ACCOUNT, connector: 'nagad', mode: 'test', credentials: CREDENTIALS };
    const { status, body: account } = await tollgate.console('/api/gateway-accounts', { method: 'POST', body });
    expect(status).to.equal(201);
    const wallet = { method: 'wallet', currencies: ['BDT'], minimums: {}, maximums: {} };
    expect(account.methods).to.deep.equal([{ ...wallet, wallets: ['NAGAD'] }]);
    await until('the account takes payments', async () => {
      const { body: order } = await orderLocal(tollgate, 10, 'BDT', { customer: CUSTOMER });
      return String(order.payment_url).startsWith(nagad.url);
    });
  });
  after(async () => {
    await tollgate.stop();
    await nagad.close();
  });
  afterEach(() => nagad.mend());

  /** Wherever it goes. */
  async function orderAnywhere(changes: object = {}): Promise<{ trx: string; url: string }> {
    const { body } = await orderLocal(tollgate, 499.11, 'BDT', { customer: CUSTOMER, ...changes });
    expect(body).to.include({ status: 'success', payment_method_code: 'NAGAD' });
    return { trx: String(body.trx), url: String(body.payment_url) };
  }
  async function order(changes: object = {}): Promise<{ trx: string; url: string }> {
    const made = await orderAnywhere(changes);
    expect(made.url).to.include(nagad.url);
    return made;
  }
  const statusOf = async (trx: string) => (await tollgate.status(trx)).payment_status;
  const ends = (trx: string, status: string) => until(`it is ${status}`, async () => (await statusOf(trx)) === status);
  const charged = (trx: string) => nagad.timesCharged(`${trx}-1`);

  it('are paid on its page, found by the return, and told to the merchant', async () => {
    const { trx, url } = await order();
    expect((await comeBack(await press(url, 'confirm'))).headers.get('location')).to.equal(
      'https://shop.example/thanks',
    );
    expect(await statusOf(trx)).to.equal('success');
    expect(charged(trx)).to.equal(1);
    await until('the merchant has heard', () => tollgate.receiver.received.some(({ body }) => body.includes(trx)));
  });

  it('are one order each, of a customer who returns twice at once, and of one who never does', async () => {
    const twice = await order();
    const back = await press(twice.url, 'confirm');
    await Promise.all([comeBack(back), comeBack(back), comeBack(back)]);
    const never = await order();
    await press(never.url, 'confirm');
    for (const { trx } of [twice, never]) {
      await ends(trx, 'success');
      expect(charged(trx)).to.equal(1);
      const created = nagad.calls.filter(({ path }) => path.endsWith(nagad.ordersOf(`${trx}-1`)[0]?.orderId ?? '-'));
      expect(created, 'one create').to.have.length(1);
    }
  });

  it('end as two customers do who come back at one moment, each their own', async () => {
    const [one, other] = await Promise.all([order(), order()]);
    const [paid, left] = await Promise.all([press(one.url, 'confirm'), press(other.url, 'cancel')]);
    await Promise.all([comeBack(paid), comeBack(left)]);
    await ends(one.trx, 'success');
    await ends(other.trx, 'cancelled');
    expect([charged(one.trx), charged(other.trx)]).to.deep.equal([1, 0]);
  });

  it('end as the customer does', async () => {
    for (const [action, status, reason] of [
      ['cancel', 'cancelled', 'cancelled_by_customer'],
      ['fail', 'failed', 'do_not_honor'],
    ] as const) {
      const { trx, url } = await order();
      await comeBack(await press(url, action));
      await ends(trx, status);
      expect(await tollgate.status(trx)).to.include({ reason });
      expect(charged(trx)).to.equal(0);
    }
  });

  it('end by no query that is forged', async () => {
    const { trx, url } = await order();
    const [made] = nagad.ordersOf(`${trx}-1`);
    const back = new URL(made?.callback ?? '');
    for (const status of ['Success', 'Aborted', 'Failed']) {
      back.search = String(new URLSearchParams({ status, payment_ref_id: made?.paymentReferenceId ?? '' }));
      await comeBack(back.href);
      expect(await statusOf(trx), status).to.equal('pending');
    }
    await comeBack(await press(url, 'confirm'));
    await ends(trx, 'success');
  });

  for (const fault of ['hang', 'garbage', '401'] as const)
    it(`are pending, never failed, while a question is answered by ${fault}`, async () => {
      const { trx, url } = await order();
      nagad.spoil(/verify/, fault);
      await comeBack(await press(url, 'confirm'));
      await ends(trx, 'success');
      expect(charged(trx)).to.equal(1);
      const told = tollgate.receiver.received.filter(({ body }) => body.includes(trx));
      for (const { body } of told) expect(JSON.parse(body)).to.include({ status: 'success' });
    });

  it('are before a person when another amount came, or another currency', async () => {
    for (const [field, value] of [
      ['amount', '1.00'],
      ['currencyCode', '840'],
    ] as const) {
      const { trx, url } = await order();
      nagad.forge(field, value);
      await comeBack(await press(url, 'confirm'));
      await until('a person is to see it', async () => {
        const { body } = await tollgate.console('/api/reviews?kind=amount_mismatch');
        return (body.data as { trx: string }[]).some((review) => review.trx === trx);
      });
      expect(await statusOf(trx)).to.equal('pending');
      nagad.mend();
    }
  });

  it('go on while Nagad answers about another order', async () => {
    const { trx, url } = await order();
    nagad.forge('orderId', 'ABCDEFGHIJKLMNOPQRST');
    await comeBack(await press(url, 'confirm'));
    expect(await statusOf(trx)).to.equal('pending');
    nagad.mend();
    await ends(trx, 'success');
  });

  for (const fault of ['hang', '401', 'signed by another', 'no end'] as const)
    it(`go to the next account when Nagad’s first answer is ${fault}`, async () => {
      nagad.spoil(/initialize/, fault);
      const { trx, url } = await orderAnywhere();
      expect(url).to.not.include(nagad.url);
      expect(charged(trx)).to.equal(0);
    });

  it('are cancelled by their merchant, and late money is what the merchant chose', async () => {
    const { public_key: accepts } = tollgate.merchant;
    const { public_key: reviews } = await tollgate.createMerchant({ lateMoneyPolicy: 'review' });
    for (const [public_key, status] of [
      [accepts, 'success'],
      [reviews, 'cancelled'],
    ] as const) {
      const { trx, url } = await order({ public_key });
      const ask = async () => (await tollgate.api('/h2h/status', { public_key, trx })).body;
      const cancelled = await tollgate.api('/h2h/cancel', { public_key, trx });
      expect(cancelled.body).to.include({ payment_status: 'cancelled' });
      await comeBack(await press(url, 'confirm'));
      const isKnown = async () => {
        const { body } = await tollgate.console('/api/reviews?kind=late_money');
        const isReviewed = (body.data as { trx: string }[]).some((review) => review.trx === trx);
        return isReviewed || (await ask()).late_confirmation === true;
      };
      await until('late money was found', isKnown);
      expect(await ask()).to.include({ payment_status: status });
    }
  });

  it('cannot be given back, and say so', async () => {
    const { trx, url } = await order();
    await comeBack(await press(url, 'confirm'));
    await ends(trx, 'success');
    const { public_key } = tollgate.merchant;
    const answer = await tollgate.api('/h2h/refund', { public_key, trx, refund_identifier: trx });
    expect(answer).to.include({ status: 422 });
    expect(answer.body).to.include({ code: 'refund_not_supported' });
  });

  it('are nobody’s to call about: Nagad never does', async () => {
    const { status } = await tollgate.api(`/callbacks/${ACCOUNT}`, { order_id: 'x', status: 'Success' });
    expect(status).to.equal(404);
  });

  it('never take a wallet of somebody else', async () => {
    const methods = [{ method: 'wallet', currencies: ['BDT'], wallets: ['BKASH', 'NAGAD'] }];
    const path = `/api/gateway-accounts/${ACCOUNT}`;
    expect(await tollgate.console(path, { method: 'PATCH', body: { methods } })).to.include({ status: 400 });
    const { body } = await orderLocal(tollgate, 20, 'BDT');
    expect(String(body.payment_url)).to.not.include(nagad.url);
  });

  describe('on the hosted page', () => {
    async function leave() {
      const checkout = await beginCheckout(tollgate, { amount: 60, currency: 'BDT' });
      await checkout.submit({ action: 'pay', method: 'nagad' });
      const trx = String((await checkout.status()).trx);
      const page = (no: number) => `${nagad.url}/check-out/${nagad.ordersOf(`${trx}-${no}`)[0]?.paymentReferenceId}`;
      return { checkout, trx, page };
    }

    it('are followed by another attempt once Nagad says that they are cancelled', async () => {
      const { checkout, trx, page } = await leave();
      await comeBack(await press(page(1), 'cancel'));
      await until('there is a choice again', async () => (await checkout.get()).text.includes('value="nagad"'));
      await checkout.submit({ action: 'pay', method: 'nagad' });
      await comeBack(await press(page(2), 'confirm'));
      await until('it is paid', async () => (await checkout.status()).payment_status === 'success');
      expect(nagad.timesCharged(`${trx}-1`) + nagad.timesCharged(`${trx}-2`)).to.equal(1);
    });

    it('are left for no other way to pay while they can be paid', async () => {
      const { checkout, trx, page } = await leave();
      expect((await checkout.get()).text).to.not.include('value="change"');
      await checkout.submit({ action: 'change' });
      expect(await statusOf(trx)).to.equal('pending');
      await checkout.submit({ action: 'pay', method: 'bkash' });
      await press(page(1), 'confirm');
      await until('it is paid', async () => (await checkout.status()).payment_status === 'success');
      expect(await tollgate.ledger(trx)).to.deep.equal([]);
    });
  });

  it('leave no key in any log', () => {
    const logs = tollgate.logs();
    for (const secret of [CREDENTIALS.private_key, CREDENTIALS.private_key.slice(40, 140)])
      expect(logs).to.not.include(secret);
  });
});
