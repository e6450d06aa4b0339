import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { beginCheckout } from '../../checkout/shopper.js';
import { orderLocal } from '../../support/local-order.js';
import { startTollgate, type Tollgate } from '../../support/tollgate.js';
import { comeBack, press } from '../wallet-customer.js';
import { deleteKeys } from '../../support/redis-keys.js';
import { deliver, makeSns, toldOf, TOPIC } from './sns.js';
import { CREDENTIALS, startBkash, type BkashStandIn } from './stand-in.js';

const ACCOUNT = 'bkash-test';

describe('payments through bKash', () => {
  const sns = makeSns();
  let bkash: BkashStandIn;
  let tollgate: Tollgate;

  before(async () => {
    bkash = await startBkash({}, sns.answer);
    tollgate = await startTollgate({ env: { GATEWAY_URL_BKASH: bkash.url, GATEWAY_CALL_TIMEOUT: '2' } });
    const body = { id: ACCOUNT, connector: 'bkash', mode: 'test', credentials: { ...CREDENTIALS, topic_arn: TOPIC } };
    const { status, body: account } = await tollgate.console('/api/gateway-accounts', { method: 'POST', body });
    expect(status).to.equal(201);
    const wallet = { method: 'wallet', currencies: ['BDT'], minimums: {}, maximums: {} };
    expect(account.methods).to.deep.equal([{ ...wallet, wallets: ['BKASH'] }]);
    await until('the account takes payments', async () => {
      const { body: order } = await orderLocal(tollgate, 10, 'BDT');
      return String(order.payment_url).startsWith(bkash.url);
    });
  });
  after(async () => {
    await tollgate.stop();
    await bkash.close();
  });
  afterEach(() => {
    bkash.mend();
    Object.assign(bkash.world, { saysAgreed: true });
  });

  async function order(amount = 499.11): Promise<{ trx: string; url: string }> {
    const { body } = await orderLocal(tollgate, amount, 'BDT');
    expect(body).to.include({ status: 'success', payment_method_code: 'BKASH' });
    return { trx: String(body.trx), url: String(body.payment_url) };
  }
  /** A customer presses a button on bKash's page. @returns where that leads them */
  const statusOf = async (trx: string) => (await tollgate.status(trx)).payment_status;
  const ends = (trx: string, status: string) => until(`it is ${status}`, async () => (await statusOf(trx)) === status);

  it('are agreed to, executed by the return, and told to the merchant', async () => {
    const { trx, url } = await order();
    const back = await press(url, 'confirm');
    expect((await comeBack(back)).headers.get('location')).to.equal('https://shop.example/thanks');
    expect(await statusOf(trx)).to.equal('success');
    expect(bkash.timesCharged(trx)).to.equal(1);
    await until('the merchant has heard', () => tollgate.receiver.received.some(({ body }) => body.includes(trx)));
  });

  it('are charged once by a customer who returns twice at once, and by one who never does', async () => {
    const twice = await order();
    const back = await press(twice.url, 'confirm');
    await Promise.all([comeBack(back), comeBack(back), comeBack(back)]);
    const never = await order();
    await press(never.url, 'confirm');
    await ends(twice.trx, 'success');
    await ends(never.trx, 'success');
    for (const { trx } of [twice, never]) expect(bkash.timesCharged(trx)).to.equal(1);
  });

  it('end as the customer does, when bKash has sent them', async () => {
    for (const [action, status, reason] of [
      ['cancel', 'cancelled', 'cancelled_by_customer'],
      ['fail', 'failed', 'do_not_honor'],
    ] as const) {
      const { trx, url } = await order();
      await comeBack(await press(url, action));
      await ends(trx, status);
      expect(await tollgate.status(trx)).to.include({ reason });
      expect(bkash.timesCharged(trx)).to.equal(0);
    }
  });

  it('end by no query that is forged', async () => {
    const { trx, url } = await order();
    const back = new URL(await press(url, 'confirm'));
    const forge = (name: string, value: string) => {
      const forged = new URL(back);
      forged.searchParams.set(name, value);
      return comeBack(forged.href);
    };
    bkash.spoil(/execute$/, '500 before', 2);
    for (const [name, value] of [
      ['status', 'cancel'],
      ['status', 'failure'],
      ['signature', 'forged'],
      ['paymentID', 'TR0011OTHER'],
    ] as const) {
      await forge(name, value);
      expect(await statusOf(trx), name).to.be.oneOf(['pending', 'success']);
    }
    await ends(trx, 'success');
    expect(bkash.timesCharged(trx)).to.equal(1);
  });

  it('end by the news of SNS, which comes before the answer, and lies as it likes', async () => {
    const { trx, url } = await order();
    const callback = `${tollgate.urls.api}/callbacks/${ACCOUNT}`;
    expect(await deliver(callback, sns.notification(toldOf(`${trx}-1`)))).to.equal(204);
    expect(await statusOf(trx), 'nothing has happened').to.equal('pending');
    await press(url, 'confirm');
    expect(await deliver(callback, sns.notification(toldOf(`${trx}-1`, '1.00')))).to.equal(204);
    await ends(trx, 'success');
    expect(await tollgate.status(trx)).to.include({ requested_amount: 499.11 });
    expect(await deliver(callback, sns.subscription({}, 'from-the-whole'))).to.equal(204);
    expect(sns.confirmed).to.include('from-the-whole');
    const foreign = 'arn:aws:sns:ap-southeast-1:999999999999:x';
    expect(await deliver(callback, sns.subscription({ TopicArn: foreign }, 'foreign'))).to.equal(401);
    expect(sns.confirmed).to.not.include('foreign');
  });

  for (const fault of ['hang', 'reset', 'garbage', '500', 'message', 'other payment'] as const)
    it(`are pending, never failed, while "execute" is answered by ${fault}`, async () => {
      const { trx, url } = await order();
      bkash.spoil(/execute$/, fault);
      await comeBack(await press(url, 'confirm'));
      await ends(trx, 'success');
      expect(bkash.timesCharged(trx)).to.equal(1);
      const told = tollgate.receiver.received.filter(({ body }) => body.includes(trx));
      for (const { body } of told) expect(JSON.parse(body)).to.include({ status: 'success' });
    });

  it('are cancelled by their merchant, and then never executed', async () => {
    const { trx, url } = await order();
    const { public_key } = tollgate.merchant;
    expect((await tollgate.api('/h2h/cancel', { public_key, trx })).body).to.include({ payment_status: 'cancelled' });
    await comeBack(await press(url, 'confirm'));
    expect(await statusOf(trx)).to.equal('cancelled');
    expect(bkash.timesCharged(trx)).to.equal(0);
  });

  it('become a success late when bKash has executed after all', async () => {
    const { trx, url } = await order();
    const { public_key } = tollgate.merchant;
    await tollgate.api('/h2h/cancel', { public_key, trx });
    await press(url, 'confirm');
    const [payment] = bkash.paymentsOf(`${trx}-1`);
    Object.assign(payment ?? {}, { trxID: 'LATE123456', executedAt: new Date() });
    const callback = `${tollgate.urls.api}/callbacks/${ACCOUNT}`;
    await deliver(callback, sns.notification(toldOf(`${trx}-1`)));
    await ends(trx, 'success');
    expect(await tollgate.status(trx)).to.include({ late_confirmation: true });
  });

  it('are before a person, when their merchant wants to see late money', async () => {
    const { public_key } = await tollgate.createMerchant({ lateMoneyPolicy: 'review' });
    const { body } = await orderLocal(tollgate, 499.11, 'BDT', { public_key });
    const trx = String(body.trx);
    await tollgate.api('/h2h/cancel', { public_key, trx });
    const [payment] = bkash.paymentsOf(`${trx}-1`);
    Object.assign(payment ?? {}, { trxID: 'LATE654321', executedAt: new Date() });
    await deliver(`${tollgate.urls.api}/callbacks/${ACCOUNT}`, sns.notification(toldOf(`${trx}-1`)));
    const isBefore = async () => {
      const { body: found } = await tollgate.console('/api/reviews?kind=late_money');
      return (found.data as { trx: string }[]).some((review) => review.trx === trx);
    };
    await until('a person is to see it', isBefore);
    expect((await tollgate.api('/h2h/status', { public_key, trx })).body).to.include({ payment_status: 'cancelled' });
  });

  it('go to the next account when bKash makes none, and cost it nothing', async () => {
    bkash.spoil(/create$/, '500');
    const { body } = await orderLocal(tollgate, 20, 'BDT');
    expect(String(body.payment_url)).to.not.include(bkash.url);
    expect(bkash.timesCharged(String(body.trx))).to.equal(0);
  });

  it('never take a wallet of somebody else', async () => {
    const methods = [{ method: 'wallet', currencies: ['BDT'], wallets: ['BKASH', 'NAGAD'] }];
    const path = `/api/gateway-accounts/${ACCOUNT}`;
    expect(await tollgate.console(path, { method: 'PATCH', body: { methods } })).to.include({ status: 400 });
    const customer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+8801712345678' };
    const nagad = { customer: { ...customer, payment_method_code: 'NAGAD' } };
    const { body } = await orderLocal(tollgate, 20, 'BDT', nagad);
    expect(String(body.payment_url)).to.not.include(bkash.url);
  });

  it('go back in parts', async () => {
    const { trx, url } = await order();
    await comeBack(await press(url, 'confirm'));
    const { public_key } = tollgate.merchant;
    for (const [no, amount] of [
      [1, 100],
      [2, 100],
    ] as const)
      expect(
        (await tollgate.api('/h2h/refund', { public_key, trx, refund_identifier: `${trx}-${no}`, amount })).body,
      ).to.include({ refund_status: 'success', refunded_amount: 100 * no });
    expect(bkash.refunded(trx)).to.deep.equal([10_000, 10_000]);
  });

  it('are chosen on the hosted page, where another attempt follows one that was cancelled', async () => {
    const checkout = await beginCheckout(tollgate, { amount: 60, currency: 'BDT' });
    const leave = async () => {
      await checkout.submit({ action: 'pay', method: 'bkash' });
      const { trx } = await checkout.status();
      return bkash
        .paymentsOf(`${String(trx)}-1`)
        .concat(bkash.paymentsOf(`${String(trx)}-2`))
        .at(-1);
    };
    const first = await leave();
    await comeBack(await press(`${bkash.url}/pay/${first?.paymentID}`, 'cancel'));
    expect((await checkout.status()).payment_status).to.equal('pending');
    const second = await leave();
    expect(second?.paymentID).to.not.equal(first?.paymentID);
    await comeBack(await press(`${bkash.url}/pay/${second?.paymentID}`, 'confirm'));
    await until('it is paid', async () => (await checkout.status()).payment_status === 'success');
    expect([first?.trxID, second?.trxID].filter((trxID) => trxID !== undefined)).to.have.length(1);
  });

  it('took one token, and one more after Redis was emptied at most', async () => {
    expect(bkash.world.grants.length).to.equal(1);
    await deleteKeys(tollgate.queuePrefix);
    const { trx, url } = await order();
    await comeBack(await press(url, 'confirm'));
    await ends(trx, 'success');
    expect(bkash.world.grants.length).to.be.at.most(2);
  });

  it('leave no secret in any log', () => {
    const logs = tollgate.logs();
    for (const secret of [CREDENTIALS.password, CREDENTIALS.app_secret, ...bkash.world.tokens])
      expect(logs).to.not.include(secret);
  });
});
