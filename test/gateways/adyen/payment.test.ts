import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { beginCheckout, cardForm, formTokenIn } from '../../checkout/shopper.js';
import { ask } from '../../support/ask.js';
import { APPROVED, back, CHALLENGED, resultIn, startAtAdyen, type AtAdyen } from './at-adyen.js';
import { answerChallenge } from './challenge.js';
import { ADYEN_KEY, type Received } from './stand-in.js';

describe('payments through Adyen', () => {
  let at: AtAdyen;
  before(async () => {
    at = await startAtAdyen();
  });
  afterEach(() => at.mend());
  after(() => at.stop());

  it('charge a card by one call, and tell the merchant', async () => {
    const before = at.adyen.calls.length;
    const { trx, status } = await at.pay(APPROVED);
    expect(status).to.equal('success');
    expect(at.charged(trx)).to.equal(1);
    expect(at.adyen.calls.slice(before).map(({ path }) => path)).to.deep.equal(['/v72/payments']);
    await until('the merchant has heard', () => at.tollgate.receiver.received.some(({ body }) => body.includes(trx)));
  });

  it('decline as the issuer says', async () => {
    const { trx, status } = await at.pay('4000000000009995');
    expect(status).to.equal('failed');
    expect(await at.tollgate.status(trx)).to.include({ reason: 'insufficient_funds' });
  });

  it('wait for 3-D Secure, and end by one call more, which the return brings about', async () => {
    for (const [action, end, reason] of [
      ['complete', 'success', null],
      ['fail', 'failed', 'authentication_failed'],
      ['cancel', 'failed', 'authentication_cancelled'],
    ] as const) {
      const before = at.adyen.calls.length;
      const { trx, url, status } = await at.pay(CHALLENGED);
      expect(status).to.equal('pending');
      await back(await answerChallenge(url, action));
      expect(await at.tollgate.status(trx)).to.deep.include({ payment_status: end, reason });
      expect(at.charged(trx)).to.equal(end === 'success' ? 1 : 0);
      expect(at.adyen.calls.slice(before).map(({ path }) => path)).to.deep.equal([
        '/v72/payments',
        '/v72/payments/details',
      ]);
    }
  });

  it('are paid by a query as long as Adyen may make it', async () => {
    const { trx, url } = await at.pay(CHALLENGED);
    const address = new URL((await answerChallenge(url, 'complete')) ?? '');
    const { results } = at.adyen.world;
    const [long, known] = ['X6XtfGC3!'.padEnd(12_000, 'Y'), results.get(resultIn(address.href))];
    if (!known) throw new Error('The customer was to bring something back');
    results.set(long, known);
    address.searchParams.set('redirectResult', long);
    await back(address.href);
    expect(await at.statusOf(trx)).to.equal('success');
  });

  it('charge once when the customer comes back twice at once', async () => {
    const { trx, url } = await at.pay(CHALLENGED);
    const address = await answerChallenge(url, 'complete');
    await Promise.all([back(address), back(address), back(address)]);
    await at.ends(trx, 'success');
    expect(at.charged(trx)).to.equal(1);
  });

  it('are not paid by a query that was forged, nor by that of another payment', async () => {
    const cheap = await at.pay(CHALLENGED, { amount: 1 });
    const dear = await at.pay(CHALLENGED);
    const token = resultIn(await answerChallenge(cheap.url, 'complete'));
    const own = await answerChallenge(dear.url, 'complete');
    for (const query of [{ redirectResult: 'forged' }, { resultCode: 'Authorised' }, { redirectResult: token }]) {
      const forged = new URL(own ?? '');
      forged.search = new URLSearchParams(query).toString();
      await back(forged.href);
      expect(await at.statusOf(dear.trx)).to.equal('pending');
    }
    expect(at.charged(dear.trx)).to.equal(0);
    await at.ends(cheap.trx, 'success'); // Adyen has told of it: its own customer had confirmed it
    await back(own);
    await at.ends(dear.trx, 'success');
  });

  it('whose customer never returns are closed unpaid, though nothing was told', async () => {
    at.adyen.hold();
    at.adyen.world.cancelsNothing = false; // and nothing is cancelled that was not authorised
    const { trx, url } = await at.pay(CHALLENGED);
    const address = await answerChallenge(url, 'complete'); // confirmed, and the browser closed
    await at.timeIsOver(trx);
    await at.ends(trx, 'failed');
    expect(await at.tollgate.status(trx)).to.include({ reason: 'authentication_timeout' });
    await back(address); // too late: Adyen is not told of it
    expect(at.charged(trx)).to.equal(0);
    at.adyen.world.cancelsNothing = true;
  });

  it('that may be about to be cancelled are not authorized by a return that comes then', async () => {
    at.adyen.hold();
    const { trx, url } = await at.pay(CHALLENGED);
    const genuine = await answerChallenge(url, 'complete');
    const forged = new URL(genuine ?? '');
    forged.search = '?redirectResult=forged';
    await back(forged.href);
    const isCancel = ({ path, body }: Received) => path.endsWith('/cancels') && body.includes(trx.replaceAll('-', ''));
    await at.timeIsOver(trx);
    await until('a cancellation is asked for', () => at.adyen.calls.some(isCancel));
    await back(genuine);
    at.adyen.release();
    await at.ends(trx, 'failed');
    expect(at.adyen.calls.filter(({ body }) => body.includes(resultIn(genuine)))).to.deep.equal([]);
  });

  it('whose customer returned when nobody answered wait for what Adyen tells', async () => {
    at.adyen.hold();
    const { trx, url } = await at.pay(CHALLENGED);
    at.adyen.spoil(/details$/, 'hang', 100);
    await back(await answerChallenge(url, 'complete'));
    expect(at.charged(trx)).to.equal(1);
    expect(await at.statusOf(trx)).to.equal('pending');
    at.adyen.release();
    await at.ends(trx, 'success');
  });

  it('that Adyen works on after the challenge can neither be confirmed again nor cancelled', async () => {
    at.adyen.hold();
    const checkout = await beginCheckout(at.tollgate, { payment_method_type: 'card' });
    const bank = (await checkout.submit(cardForm(CHALLENGED))).location ?? '';
    const form = formTokenIn((await checkout.get()).text);
    at.adyen.spoil(/details$/, 'pending');
    expect((await back(await answerChallenge(bank, 'complete'))).status).to.equal(200);
    expect((await checkout.get()).text)
      .to.include('Your payment is being processed')
      .and.not.include(bank)
      .and.not.include('name="action"');
    const { location } = await checkout.post({ form, action: 'cancel' });
    expect(location).to.match(/^\/payment\/checkout\?/);
    expect((await ask(new URL(location ?? '', checkout.url).href, { method: 'GET' })).status).to.equal(200);
    const { trx, ...status } = await checkout.status();
    expect(status).to.include({ payment_status: 'pending', requires_3ds: false, redirect_url: null });
    at.adyen.release();
    await at.ends(String(trx), 'success');
  });

  it('are left by the customer of a hosted page, who pays with another card', async () => {
    const checkout = await beginCheckout(at.tollgate, { payment_method_type: 'card' });
    await checkout.submit(cardForm(CHALLENGED));
    // Adyen is asked to close it first: while it gives no answer, the customer is where they were.
    const change = async () => (await checkout.submit({ action: 'change' })) && checkout.get();
    await until('the form is back', async () => (await change()).text.includes('name="number"'));
    await checkout.submit(cardForm(APPROVED));
    const { trx } = await checkout.status();
    await at.ends(String(trx), 'success');
    expect(at.charged(String(trx))).to.equal(1);
  });

  it('leave no card in any log, nor in any call but the one that is for it', () => {
    expect(at.tollgate.logs()).to.not.include(APPROVED).and.not.include(CHALLENGED).and.not.include(ADYEN_KEY);
    const withCard = at.adyen.calls.filter(({ body }) => body.includes(APPROVED)).map(({ path }) => path);
    expect([...new Set(withCard)]).to.deep.equal(['/v72/payments']);
  });
});
