import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { beginCheckout, cardForm } from '../../checkout/shopper.js';
import { startTollgate, type Tollgate } from '../../support/tollgate.js';
import { answerChallenge } from './challenge.js';
import { ADYEN_KEY, HMAC_KEY, MERCHANT_ACCOUNT, startAdyen, type AdyenStandIn, type Fault } from './stand-in.js';
import { bodyOf, deliver, itemOf } from './webhooks.js';

const APPROVED = '4111111111111111';
const CHALLENGED = '4917610000000000';
const HANGS_CHARGED = '4000000000000770';
const ACCOUNT = 'adyen-test';

describe('payments through Adyen', () => {
  let adyen: AdyenStandIn;
  let tollgate: Tollgate;
  const callback = () => `${tollgate.urls.api}/callbacks/${ACCOUNT}`;

  before(async () => {
    adyen = await startAdyen();
    const env = {
      GATEWAY_URL_ADYEN: adyen.url,
      GATEWAY_CALL_TIMEOUT: '2',
      THREE_DS_EXPIRY: '4',
      THREE_DS_POLL_WAITS: '120', // what happens meanwhile is heard from the customer's return, or from Adyen
      RECONCILE_WAITS: '0.3',
      GATEWAY_BREAKER_FAILURES: '1000', // or payments would go to the next account
    };
    tollgate = await startTollgate({ env });
    const { status, body } = await tollgate.console('/api/gateway-accounts', {
      method: 'POST',
      body: {
        id: ACCOUNT,
        connector: 'adyen',
        mode: 'test',
        credentials: { api_key: ADYEN_KEY, merchant_account: MERCHANT_ACCOUNT, hmac_key: HMAC_KEY },
      },
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    adyen.hook(callback());
    await until(
      'the account takes payments',
      async () => (await stored((await pay(APPROVED)).trx))?.account === ACCOUNT,
    );
  });
  afterEach(() => {
    adyen.mend();
    adyen.release();
  });
  after(async () => {
    await tollgate.stop();
    await adyen.close();
  });

  async function pay(number: string, changes: object = {}): Promise<{ trx: string; url: string; status: unknown }> {
    const { body } = await tollgate.pay(number, changes);
    return { trx: String(body.trx), url: String(body.redirect_url), status: body.payment_status };
  }
  const stored = (trx: string) =>
    tollgate.database
      .collection<{ _id: string; account: string; attempts: object[] }>('payments')
      .findOne({ _id: trx });
  const statusOf = async (trx: string) => (await tollgate.status(trx)).payment_status;
  const charged = (trx: string) => adyen.timesCharged(trx.replaceAll('-', ''));
  const ends = (trx: string, status: string) => until(`it is ${status}`, async () => (await statusOf(trx)) === status);
  const back = async (url: string | null) => fetch(url ?? '', { redirect: 'manual' });
  const resultIn = (url: string | null) => new URL(url ?? '').searchParams.get('redirectResult') ?? '';

  it('charge a card by one call, and tell the merchant', async () => {
    const before = adyen.calls.length;
    const { trx, status } = await pay(APPROVED);
    expect(status).to.equal('success');
    expect(charged(trx)).to.equal(1);
    expect(adyen.calls.slice(before).map(({ path }) => path)).to.deep.equal(['/v72/payments']);
    await until('the merchant has heard', () => tollgate.receiver.received.some(({ body }) => body.includes(trx)));
  });

  it('decline as the issuer says', async () => {
    const { trx, status } = await pay('4000000000009995');
    expect(status).to.equal('failed');
    expect(await tollgate.status(trx)).to.include({ reason: 'insufficient_funds' });
  });

  it('wait for 3-D Secure, and end by one call more, which the return brings about', async () => {
    for (const [action, end, reason] of [
      ['complete', 'success', null],
      ['fail', 'failed', 'authentication_failed'],
      ['cancel', 'failed', 'authentication_cancelled'],
    ] as const) {
      const before = adyen.calls.length;
      const { trx, url, status } = await pay(CHALLENGED);
      expect(status).to.equal('pending');
      await back(await answerChallenge(url, action));
      expect(await tollgate.status(trx)).to.deep.include({ payment_status: end, reason });
      expect(charged(trx)).to.equal(end === 'success' ? 1 : 0);
      expect(adyen.calls.slice(before).map(({ path }) => path)).to.deep.equal([
        '/v72/payments',
        '/v72/payments/details',
      ]);
    }
  });

  it('charge once when the customer comes back twice at once', async () => {
    const { trx, url } = await pay(CHALLENGED);
    const address = await answerChallenge(url, 'complete');
    await Promise.all([back(address), back(address), back(address)]);
    await ends(trx, 'success');
    expect(charged(trx)).to.equal(1);
  });

  it('are not paid by a query that was forged, nor by that of another payment', async () => {
    const cheap = await pay(CHALLENGED, { amount: 1 });
    const dear = await pay(CHALLENGED);
    const token = resultIn(await answerChallenge(cheap.url, 'complete'));
    const own = await answerChallenge(dear.url, 'complete');
    for (const query of [{ redirectResult: 'forged' }, { resultCode: 'Authorised' }, { redirectResult: token }]) {
      const forged = new URL(own ?? '');
      forged.search = new URLSearchParams(query).toString();
      await back(forged.href);
      expect(await statusOf(dear.trx)).to.equal('pending');
    }
    expect(charged(dear.trx)).to.equal(0);
    await ends(cheap.trx, 'success'); // Adyen has told of it: its own customer had confirmed it
    await back(own);
    await ends(dear.trx, 'success');
  });

  it('whose customer never returns are closed unpaid, though nothing was told', async () => {
    adyen.hold();
    adyen.world.cancelsNothing = false; // and nothing is cancelled that was not authorised
    const { trx, url } = await pay(CHALLENGED);
    const address = await answerChallenge(url, 'complete'); // confirmed, and the browser closed
    await ends(trx, 'failed');
    expect(await tollgate.status(trx)).to.include({ reason: 'authentication_timeout' });
    await back(address); // too late: Adyen is not told of it
    expect(charged(trx)).to.equal(0);
    adyen.world.cancelsNothing = true;
  });

  it('whose customer returned when nobody answered wait for what Adyen tells', async () => {
    adyen.hold();
    const { trx, url } = await pay(CHALLENGED);
    adyen.spoil(/details$/, 'hang', 100);
    await back(await answerChallenge(url, 'complete'));
    expect(charged(trx)).to.equal(1);
    expect(await statusOf(trx)).to.equal('pending');
    adyen.release();
    await ends(trx, 'success');
  });

  const FAULTS: Fault[] = ['reset', 'half', 'garbage', '500', 'hang', 'other amount', 'other payment'];
  for (const fault of FAULTS)
    it(`end as Adyen tells when its answer is spoiled by ${fault}`, async () => {
      adyen.spoil(/payments$/, fault, 2);
      const { trx } = await pay(APPROVED);
      await ends(trx, 'success');
      expect(charged(trx)).to.equal(1);
      expect((await stored(trx))?.attempts).to.have.length(1);
    });

  it('go to the next account when Adyen was not reached, and to none when it may have been', async () => {
    adyen.spoil(/payments$/, '429');
    const busy = await pay(APPROVED);
    expect((await stored(busy.trx))?.account).to.equal('sandbox-card');
    expect(charged(busy.trx)).to.equal(0);
    adyen.hold();
    const { trx, status } = await pay(HANGS_CHARGED);
    expect(status).to.equal('pending');
    expect(await tollgate.ledger(trx)).to.deep.equal([]);
    adyen.release();
    await ends(trx, 'success');
    expect(charged(trx)).to.equal(1);
  });

  it('hear the news before the answer, late, doubled, and out of order, and end once', async () => {
    for (const order of [<T>(all: T[]) => [...all, ...all], <T>(all: T[]) => [...all].reverse()]) {
      adyen.hold();
      adyen.spoil(/payments$/, 'hang');
      const paying = pay(APPROVED);
      await until('the call is there', () => adyen.calls.at(-1)?.path === '/v72/payments');
      adyen.release(order);
      const { trx } = await paying;
      await ends(trx, 'success');
      expect(charged(trx)).to.equal(1);
    }
  });

  it('that were cancelled for want of an answer fail, whichever word comes first', async () => {
    for (const order of [<T>(all: T[]) => all, <T>(all: T[]) => [...all].reverse()]) {
      adyen.hold();
      adyen.world.captureNothing = true;
      const { trx } = await pay(HANGS_CHARGED);
      await until('the cancellation is asked for', () =>
        [...adyen.world.payments.values()].some(
          ({ reference, status }) => reference.startsWith(trx.replaceAll('-', '')) && status === 'cancelled',
        ),
      );
      adyen.release(order);
      await ends(trx, 'failed');
      expect(charged(trx)).to.equal(0);
      adyen.world.captureNothing = false;
    }
    expect(tollgate.logs()).to.not.include('payment.charged_late');
  });

  it('are left by the customer of a hosted page, who pays with another card', async () => {
    const checkout = await beginCheckout(tollgate, { payment_method_type: 'card' });
    await checkout.submit(cardForm(CHALLENGED));
    await checkout.submit({ action: 'change' });
    await checkout.submit(cardForm(APPROVED));
    const { trx, payment_status } = await checkout.status();
    expect(payment_status).to.equal('success');
    expect(charged(String(trx))).to.equal(1);
  });

  const refundOf = async (trx: string) =>
    (
      await tollgate.api('/h2h/refund/status', {
        public_key: tollgate.merchant.public_key,
        refund_identifier: `${trx}-a`,
      })
    ).body;
  const giveBack = (trx: string, amount: number) =>
    tollgate.api('/h2h/refund', {
      public_key: tollgate.merchant.public_key,
      trx,
      refund_identifier: `${trx}-a`,
      amount,
    });

  for (const carries of ['refund', 'payment'] as const)
    it(`go back in parts, as is told by the reference of the ${carries}, and may come back after all`, async () => {
      adyen.world.refundsCarry = carries;
      const { trx } = await pay(APPROVED);
      expect((await giveBack(trx, 10)).body).to.include({ refund_status: 'pending', amount: 10 });
      await until('it has gone back', async () => (await refundOf(trx)).refund_status === 'success');
      expect(adyen.refunded(trx.replaceAll('-', ''))).to.deep.equal([1000]);
      adyen.reverse(`${trx.replaceAll('-', '')}r1`);
      await until('it has come back', async () => (await refundOf(trx)).refund_status === 'failed');
    });

  it('go back once though the answer is lost and the news comes before it', async () => {
    for (const carries of ['refund', 'payment'] as const) {
      adyen.world.refundsCarry = carries;
      const { trx } = await pay(APPROVED);
      adyen.spoil(/refunds$/, 'hang');
      await giveBack(trx, 10.77);
      await until('it has gone back', async () => (await refundOf(trx)).refund_status === 'success');
      expect(adyen.refunded(trx.replaceAll('-', ''))).to.deep.equal([1077]);
    }
  });

  it('are disputed, and the dispute ends, as Adyen tells', async () => {
    const { trx } = await pay(APPROVED);
    const tell = (eventCode: string) =>
      adyen.world.tell({
        eventCode,
        success: true,
        pspReference: 'DISPUTEDISPUTE01',
        merchantReference: `${trx.replaceAll('-', '')}n1`,
        amount: { value: 4990, currency: 'EUR' },
        additionalData: { chargebackReasonCode: '10.4', defensePeriodEndsAt: '2030-01-31T10:00:00+01:00' },
      });
    const disputes = async () => {
      const { body } = await tollgate.console(`/api/payments/${trx}`);
      return body.disputes as { state: string; reason: string }[] | undefined; // what the console shows
    };
    for (const [event, state] of [
      ['NOTIFICATION_OF_CHARGEBACK', 'open'],
      ['CHARGEBACK', 'open'],
      ['CHARGEBACK_REVERSED', 'won'],
      ['CHARGEBACK', 'won'], // an old one once more
      ['SECOND_CHARGEBACK', 'lost'],
    ] as const) {
      tell(event);
      await until(`it is ${state}`, async () => (await disputes())?.[0]?.state === state);
    }
    expect(await disputes()).to.have.length(1);
    expect(tollgate.logs()).to.not.include('dispute.contradicted');
  });

  it('believe no webhook that Adyen has not signed, and say [accepted] to those that it has', async () => {
    adyen.hold();
    adyen.spoil(/payments$/, 'hang', 100);
    const { trx } = await pay('4000000000000887');
    const event = {
      eventCode: 'AUTHORISATION',
      success: true,
      pspReference: 'AAAAAAAAAAAAAAAA',
      merchantReference: `${trx.replaceAll('-', '')}n1`,
      amount: { value: 4990, currency: 'EUR' },
    };
    const forged = await deliver(callback(), bodyOf(itemOf('00'.repeat(32), MERCHANT_ACCOUNT, event)));
    expect(forged.status).to.equal(401);
    const foreign = itemOf(HMAC_KEY, MERCHANT_ACCOUNT, { ...event, merchantReference: 'order-of-another-shop' });
    expect(await deliver(callback(), bodyOf(foreign))).to.deep.equal({ status: 200, text: '[accepted]' });
    expect(await statusOf(trx)).to.equal('pending');
    const refused = itemOf(HMAC_KEY, MERCHANT_ACCOUNT, { ...event, success: false, reason: 'Refused' });
    expect(await deliver(callback(), bodyOf(foreign, refused))).to.deep.equal({ status: 200, text: '[accepted]' });
    await ends(trx, 'failed');
  });

  it('leave no card in any log, nor in any call but the one that is for it', () => {
    expect(tollgate.logs()).to.not.include(APPROVED).and.not.include(CHALLENGED).and.not.include(ADYEN_KEY);
    const withCard = adyen.calls.filter(({ body }) => body.includes(APPROVED)).map(({ path }) => path);
    expect([...new Set(withCard)]).to.deep.equal(['/v72/payments']);
  });
});
