import { expect } from 'chai';
import type { Client } from 'openapi-fetch';
import { EXAMPLES } from '../../src/reference/examples.js';
import { openShop, type Shop } from '../api/shop.js';
import type { paths } from '../support/api-types.js';
import { enterCode } from '../support/bank-customer.js';
import { apiClient } from '../support/client.js';

describe('a merchant with the typed client', () => {
  let shop: Shop;
  let client: Client<paths>;
  before(async () => {
    shop = await openShop();
    client = apiClient(shop.tollgate.urls.api);
  });
  after(() => shop.close());

  it('takes a card through its challenge, hears of it, and finds the event again', async () => {
    const { public_key } = shop.keys;
    const identifier = `journey-${public_key}`;
    const own = { public_key, identifier, ipn_url: shop.receiver.url };
    const initiated = await client.POST('/h2h/initiate', {
      params: { header: { 'Idempotency-Key': identifier } },
      body: { ...EXAMPLES.cardWith3ds.request, ...own },
    });
    if (!initiated.data || !('requires_3ds' in initiated.data)) throw new Error('This is no answer to a card');
    const { requires_3ds, redirect_url, trx } = initiated.data;
    expect(requires_3ds).to.equal(true);
    const back = await enterCode(redirect_url ?? '');
    await fetch(back ?? '', { redirect: 'manual' });
    await shop.notifications(trx);

    const status = await client.POST('/h2h/status', { body: { public_key, identifier } });
    expect(status.data).to.include({ trx, payment_status: 'success', requires_3ds: false, redirect_url: null });
    const { data } = await client.POST('/h2h/events', { body: { public_key } });
    expect(data?.events.map(({ type, identifier }) => ({ type, identifier }))).to.deep.equal([
      { type: 'payment.success', identifier },
    ]);
    const again = await client.POST('/h2h/cancel', { body: { public_key, trx } });
    expect(again.error?.code).to.equal('payment_final');
  });
});
