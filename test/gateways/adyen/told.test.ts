import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { APPROVED, HANGS_CHARGED, startAtAdyen, type AtAdyen } from './at-adyen.js';
import type { Fault } from './write-answer.js';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in.js';
import { bodyOf, deliver, itemOf } from './webhooks.js';

describe('payments whose answers Adyen has spoiled, and that it tells of', () => {
  let at: AtAdyen;
  before(async () => {
    at = await startAtAdyen();
  });
  afterEach(() => at.mend());
  after(() => at.stop());

  const FAULTS: Fault[] = ['reset', 'half', 'garbage', '500', 'hang', 'other amount', 'other payment'];
  for (const fault of FAULTS)
    it(`end as Adyen tells when its answer is spoiled by ${fault}`, async () => {
      at.adyen.spoil(/payments$/, fault, 2);
      const { trx } = await at.pay(APPROVED);
      await at.ends(trx, 'success');
      expect(at.charged(trx)).to.equal(1);
      expect((await at.stored(trx))?.attempts).to.have.length(1);
    });

  it('go to the next account when Adyen was not reached, and to none when it may have been', async () => {
    at.adyen.spoil(/payments$/, '429');
    const busy = await at.pay(APPROVED);
    expect((await at.stored(busy.trx))?.account).to.equal('sandbox-card');
    expect(at.charged(busy.trx)).to.equal(0);
    at.adyen.hold();
    const { trx, status } = await at.pay(HANGS_CHARGED);
    expect(status).to.equal('pending');
    expect(await at.tollgate.ledger(trx)).to.deep.equal([]);
    at.adyen.release();
    await at.ends(trx, 'success');
    expect(at.charged(trx)).to.equal(1);
  });

  it('hear the news before the answer, late, doubled, and out of order, and end once', async () => {
    for (const order of [<T>(all: T[]) => [...all, ...all], <T>(all: T[]) => [...all].reverse()]) {
      at.adyen.hold();
      at.adyen.spoil(/payments$/, 'hang');
      const before = at.adyen.world.payments.size;
      const paying = at.pay(APPROVED);
      await until('there is something to tell', () => at.adyen.world.payments.size > before);
      at.adyen.release(order);
      const { trx } = await paying;
      await at.ends(trx, 'success');
      expect(at.charged(trx)).to.equal(1);
    }
  });

  it('that were cancelled for want of an answer fail, whichever word comes first', async () => {
    for (const order of [<T>(all: T[]) => all, <T>(all: T[]) => [...all].reverse()]) {
      at.adyen.hold();
      at.adyen.world.captureNothing = true;
      const { trx } = await at.pay(HANGS_CHARGED);
      await until('the cancellation is asked for', () =>
        [...at.adyen.world.payments.values()].some(
          ({ reference, status }) => reference.startsWith(trx.replaceAll('-', '')) && status === 'cancelled',
        ),
      );
      at.adyen.release(order);
      await at.ends(trx, 'failed');
      expect(at.charged(trx)).to.equal(0);
      at.adyen.world.captureNothing = false;
    }
    expect(at.tollgate.logs()).to.not.include('payment.charged_late');
  });

  it('count once Adyen tells of them when it refused to cancel them before, and will say no more of that', async () => {
    at.adyen.hold();
    at.adyen.spoil(/cancels$/, '422', 1000);
    const { trx } = await at.pay(HANGS_CHARGED);
    const isCancel = ({ path, body }: { path: string; body: string }) =>
      path.endsWith('/cancels') && body.includes(trx.replaceAll('-', ''));
    await until('a cancellation is asked for', () => at.adyen.calls.some(isCancel));
    at.adyen.release();
    await at.ends(trx, 'success');
    expect(at.charged(trx)).to.equal(1);
  });

  it('believe no webhook that Adyen has not signed, and say [accepted] to those that it has', async () => {
    at.adyen.hold();
    at.adyen.spoil(/payments$/, 'hang', 100);
    const { trx } = await at.pay('4000000000000887');
    const event = {
      eventCode: 'AUTHORISATION',
      success: true,
      pspReference: 'AAAAAAAAAAAAAAAA',
      merchantReference: `${trx.replaceAll('-', '')}n1`,
      amount: { value: 4990, currency: 'EUR' },
    };
    const forged = await deliver(at.callback(), bodyOf(itemOf('00'.repeat(32), MERCHANT_ACCOUNT, event)));
    expect(forged.status).to.equal(401);
    const foreign = itemOf(HMAC_KEY, MERCHANT_ACCOUNT, { ...event, merchantReference: 'order-of-another-shop' });
    expect(await deliver(at.callback(), bodyOf(foreign))).to.deep.equal({ status: 200, text: '[accepted]' });
    expect(await at.statusOf(trx)).to.equal('pending');
    const refused = itemOf(HMAC_KEY, MERCHANT_ACCOUNT, { ...event, success: false, reason: 'Refused' });
    expect(await deliver(at.callback(), bodyOf(foreign, refused))).to.deep.equal({ status: 200, text: '[accepted]' });
    await at.ends(trx, 'failed');
  });
});
