import { expect } from 'chai';
import { enterCode } from '../support/bank-customer.js';
import { hastyTollgate } from '../support/hasty-tollgate.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { openShop, type Shop } from './shop.js';

describe('a challenge that is not answered in time', () => {
  let tollgate: Tollgate;
  let shop: Shop;
  before(async () => {
    tollgate = await hastyTollgate();
    shop = await openShop({}, tollgate);
  });
  after(() => shop.close());

  it('fails the payment, tells the merchant, and cannot charge any more', async () => {
    const { trx, redirect_url } = await shop.payFor('4000 0000 0000 3220');
    const status = await shop.settled(trx);
    expect(status).to.include({
      payment_status: 'failed',
      reason: 'authentication_timeout',
      message: 'The customer did not complete the authentication in time',
      requires_3ds: false,
      redirect_url: null,
      gross_amount: 0,
    });
    const lifetime = Date.parse(String(status.updated_at)) - Date.parse(String(status.created_at));
    expect(lifetime).to.be.within(2000, 5000);
    const [event] = await shop.notifications(trx);
    expect(event?.event).to.include({ type: 'payment.failed' });

    const back = await enterCode(redirect_url ?? ''); // too late: the page leads back, and nothing is charged
    expect((await fetch(back ?? '', { redirect: 'manual' })).headers.get('location')).to.equal(
      'https://shop.example.com/cart',
    );
    expect(await tollgate.ledger(trx)).to.deep.equal([]);
    expect(await shop.status(trx)).to.include({ payment_status: 'failed', reason: 'authentication_timeout' });
  });

  it('is a success when the gateway has charged just before the end', async () => {
    let trx = '';
    const entersCodeInTime = async () => {
      const begun = await shop.payFor('4000 0000 0000 3220');
      trx = begun.trx;
      if (begun.redirect_url) await enterCode(begun.redirect_url); // and the customer never comes back to us
      return (await tollgate.ledger(trx)).length > 0;
    };
    // On a busy machine the two seconds may be over before: then it is another payment's.
    await until('a code was entered in time', entersCodeInTime);
    expect(await shop.settled(trx)).to.include({ payment_status: 'success', reason: null });
    expect(await tollgate.ledger(trx)).to.have.length(1);
  });
});
