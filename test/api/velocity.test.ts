import { expect } from 'chai';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { cancel, enterCode, enterWrongCodes } from '../support/bank-customer.js';
import { withRedis } from '../support/redis-keys.js';
import { openShop, type Shop } from './shop.js';

const DECLINED = '4000 0000 0000 0002';

describe('card velocity', () => {
  const shops: Shop[] = [];
  const open = async (): Promise<Shop> => {
    const shop = await openShop();
    shops.push(shop);
    return shop;
  };
  before(async () => {
    await open();
  });
  after(() => Promise.all(shops.map((shop) => shop.close())));

  const reasonsOf = async (shop: Shop, numbers: string[]): Promise<unknown[]> => {
    const reasons = [];
    for (const number of numbers) reasons.push((await shop.pay(number)).body.reason);
    return reasons;
  };

  it('declines a card unasked after five declines within the hour, at that merchant alone', async () => {
    const shop = await open();
    expect(await reasonsOf(shop, Array<string>(5).fill(DECLINED))).to.deep.equal(Array(5).fill('do_not_honor'));

    const { status, body } = await shop.pay(DECLINED.replaceAll(' ', ''));
    expect(status).to.equal(200);
    expect(body).to.include({
      status: 'success',
      payment_status: 'failed',
      reason: 'velocity',
      message: 'The card was declined too often; please try again later',
      requires_3ds: false,
      redirect_url: null,
    });
    expect(await shop.tollgate.ledger(body.trx ?? '')).to.deep.equal([]);
    expect((await shop.notifications(body.trx ?? ''))[0]?.event).to.include({ type: 'payment.failed' });

    expect(await reasonsOf(shop, ['4242 4242 4242 4242', '4000 0000 0000 9995'])).to.deep.equal([
      null,
      'insufficient_funds',
    ]);
    expect(await reasonsOf(await open(), [DECLINED])).to.deep.equal(['do_not_honor']);
  });

  it('does not count challenges that the customer cancelled or failed', async () => {
    const shop = await open();
    for (const act of [cancel, cancel, cancel, enterWrongCodes, enterWrongCodes, cancel]) {
      const { trx, redirect_url } = await shop.payFor('4000 0000 0000 3220');
      await fetch((await act(redirect_url ?? '')) ?? '', { redirect: 'manual' });
      expect((await shop.settled(trx)).reason).to.match(/^authentication_/);
    }
    expect((await shop.pay('4000 0000 0000 3220')).body.payment_status).to.equal('pending');
  });

  it('counts declines that a gateway told late', async () => {
    const shop = await open();
    const pending = await Promise.all(Array.from({ length: 5 }, () => shop.payFor('4000 0000 0000 0887')));
    for (const { trx } of pending) expect((await shop.settled(trx)).reason).to.equal('do_not_honor');
    expect((await shop.pay('4000 0000 0000 0887')).body.reason).to.equal('velocity');
  });

  it('does not let a charge go that a killed worker had made before', async () => {
    const shop = await open();
    const { trx } = await shop.payFor('4242 4242 4242 4242', { amount: 49.9, currency: 'EUR' });
    const { database, queuePrefix } = shop.tollgate;
    const collection = database.collection<PaymentRecord>('payments');
    const paid = await collection.findOne({ _id: trx });
    if (!paid?.card) throw new Error('There is no such payment');
    // As if the worker had died right after the gateway's answer, and the card been declined elsewhere meanwhile.
    const declined = `${queuePrefix}:declined:${shop.keys.id}:${paid.card.fingerprint}`;
    const elsewhere = Array.from({ length: 9 }, (_, no) => `elsewhere-${no}`);
    await withRedis((redis) => redis.sadd(declined, elsewhere));
    const next = { job: 'card-authorization', at: new Date() } as const;
    await collection.updateOne({ _id: trx }, { $set: { status: 'authorizing', version: 1000, next } });
    expect(await shop.settled(trx)).to.include({ payment_status: 'success', reason: null });
    expect(await shop.tollgate.ledger(trx)).to.have.length(1);
  });

  it('counts declines after a challenge, and no faults of a gateway', async () => {
    const shop = await open();
    for (let time = 0; time < 5; time++) {
      const { trx, redirect_url } = await shop.payFor('4000 0084 0000 1629');
      await fetch((await enterCode(redirect_url ?? '')) ?? '', { redirect: 'manual' });
      expect((await shop.settled(trx)).reason).to.equal('do_not_honor');
    }
    expect((await shop.pay('4000 0084 0000 1629')).body.reason).to.equal('velocity');

    const faults = Array<string>(6).fill('4000 0000 0000 0119');
    expect(await reasonsOf(shop, faults)).to.deep.equal(Array(6).fill('gateway_error'));
  });
});
