import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setMerchantStatus, type MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { trxOf } from '../../src/merchants/trx.js';
import { payments } from '../../src/payments/payment.model.js';
import { aPayment } from '../payments/a-payment.js';
import type { Answer } from '../support/ask.js';
import { initiateBody, startWeb, type Web } from './web.js';

const HTTPS = 'https://shop.example.com/ipn';

describe('what a merchant may do', () => {
  let web: Web;
  before(async () => {
    web = await startWeb();
  });
  after(() => web.close());

  const initiate = ({ public_key }: MerchantKeys, changes: object = {}): Promise<Answer> =>
    web.ask('/h2h/initiate', { body: initiateBody(public_key, { currency: 'EUR', ...changes }) });
  const says = ({ status, body }: Answer) => ({ status, code: body.code, message: body.message });

  it('is nothing new while it is suspended; status and events still answer', async () => {
    const merchant = await web.merchant();
    await setMerchantStatus(merchant.id, 'suspended');
    expect(says(await initiate(merchant))).to.deep.equal({
      status: 403,
      code: 'merchant_inactive',
      message: ['Merchant account is suspended'],
    });
    const { public_key } = merchant;
    const record = await merchants.findOne({ _id: merchant.id });
    const trx = record ? trxOf(record, 'earlier') : '';
    await payments.insertOne(aPayment({ _id: trx, merchantId: merchant.id, status: 'succeeded' }));
    const status = await web.ask('/h2h/status', { body: { public_key, identifier: 'earlier' } });
    expect(status.status).to.equal(200);
    expect(status.body).to.include({ trx, payment_status: 'success' });
    await payments.deleteOne({ _id: trx });
    const events = await web.ask('/h2h/events', { body: { public_key } });
    expect(events.body).to.deep.equal({ status: 'success', events: [], last: 0 });
  });

  it('is to cancel nothing while it is suspended, whatever the trx, but not before its fields are right', async () => {
    const { id, public_key } = await web.merchant();
    await setMerchantStatus(id, 'suspended');
    const cancel = (trx: unknown) => web.ask('/h2h/cancel', { body: { public_key, trx } });
    expect((await cancel(undefined)).status).to.equal(400);
    for (const trx of [randomUUID(), 'no UUID'])
      expect(says(await cancel(trx))).to.include({ status: 403, code: 'merchant_inactive' });
  });

  it('is what it is enabled for', async () => {
    const merchant = await web.merchant({ methods: [] });
    const { status, code, message } = says(await initiate(merchant));
    expect({ status, code }).to.deep.equal({ status: 403, code: 'method_not_enabled' });
    expect(message).to.deep.equal(['Merchant is not enabled for card payments']);
  });

  const NO_ROUTE = {
    status: 422,
    code: 'no_flow_available',
    message: ['No H2H flows available for this currency and merchant'],
  };

  for (const currency of ['SEK', 'CHF', 'XOF', 'BHD'])
    it(`is to pay in a currency that a gateway takes, not in ${currency}`, async () => {
      const merchant = await web.merchant();
      expect(says(await initiate(merchant, { currency, amount: 10 }))).to.deep.equal(NO_ROUTE);
    });

  it('is to use the accounts that it was given', async () => {
    const merchant = await web.merchant({ accounts: ['another-account'] });
    expect(says(await initiate(merchant))).to.deep.equal(NO_ROUTE);
  });

  it('is not to reach the sandbox with a live key', async () => {
    const merchant = await web.merchant({ mode: 'live' });
    expect(merchant.public_key).to.match(/^pk_live_/);
    expect(says(await initiate(merchant, { ipn_url: HTTPS }))).to.deep.equal(NO_ROUTE);
  });

  it('is not to be called at plain http addresses with a live key', async () => {
    const merchant = await web.merchant({ mode: 'live' });
    const plain = 'http://shop.example.com/';
    const { status, body } = await initiate(merchant, {
      ipn_url: plain,
      success_url: plain,
      cancel_url: plain,
      site_logo: plain,
    });
    expect(status).to.equal(400);
    expect(body.errors?.map(({ field, code }) => [field, code])).to.deep.equal(
      ['ipn_url', 'success_url', 'cancel_url', 'site_logo'].map((field) => [field, 'https_required']),
    );
  });

  it('is bound to its own least amount, in the currency that it was set for', async () => {
    const merchant = await web.merchant({ minimums: { SEK: 5000 } });
    const { status, body } = await initiate(merchant, { currency: 'SEK', amount: 49.99 });
    expect(status).to.equal(400);
    expect(body.message).to.deep.equal(['amount must be at least 50.00 SEK']);
    expect((await initiate(merchant, { currency: 'SEK', amount: 50 })).status).to.equal(422);
    expect((await initiate(merchant, { currency: 'CHF', amount: 0.01 })).status).to.equal(422);
  });

  const CURRENCIES: [currency: unknown, type: string | null, field: string][] = [
    ['EURO', null, 'currency'],
    ['eur', null, 'currency'],
    ['XXX', null, 'currency'],
    ['XAU', null, 'currency'],
    ['DEM', null, 'currency'],
    [978, null, 'currency'],
    ['USD', 'local', 'payment_method_type'],
    ['EUR', 'bank', 'payment_method_type'],
    ['EUR', 'card_and_sepa', 'payment_method_type'],
  ];
  for (const [currency, type, field] of CURRENCIES)
    it(`is not to ask for ${String(currency)} with ${type ?? 'a card'}`, async () => {
      const merchant = await web.merchant();
      const changes = { currency, payment_method_type: type ?? 'card' };
      const { status, body } = await initiate(merchant, changes);
      expect(status).to.equal(400);
      expect(body.errors?.map((error) => error.field)).to.deep.equal([field]);
    });

  it('is to leave payment_method_type out: a card means card', async () => {
    const merchant = await web.merchant();
    expect((await initiate(merchant, { currency: 'SEK', payment_method_type: null })).status).to.equal(422);
    const { status, body } = await initiate(merchant, { currency: 'EUR', payment_method_type: null, card: null });
    expect(status).to.equal(400);
    expect(body.errors?.map(({ field }) => field)).to.deep.equal(['payment_method_type']);
  });
});
