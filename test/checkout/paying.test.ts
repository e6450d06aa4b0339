import { expect } from 'chai';
import type { MerchantRecord } from '../../src/merchants/merchant.model.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { cancel, enterCode } from '../support/bank-customer.js';
import { ask } from '../support/ask.js';
import { hastyTollgate } from '../support/hasty-tollgate.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { beginCheckout, cardForm, formTokenIn } from './shopper.js';

const APPROVED = '4242 4242 4242 4242';
const CHALLENGED = '4000 0000 0000 3220';
const DECLINED = '4000 0000 0000 0002';
const NO_FUNDS = '4000 0000 0000 9995';
const SEPA = { action: 'pay', method: 'sepa', iban: 'DE89370400440532013000', account_holder: 'Ada Lovelace' };

describe('paying on the hosted page', () => {
  let tollgate: Tollgate;
  let public_key: string; // of a merchant whose cards nobody else declines: CARD_VELOCITY counts them
  before(async () => {
    tollgate = await sharedTollgate();
    ({ public_key } = await tollgate.createMerchant());
  });
  const begin = (changes?: object) => beginCheckout(tollgate, { public_key, ...changes });

  it('charges a card once and leads to success_url exactly as it was given', async () => {
    const checkout = await begin();
    const { status, location } = await checkout.submit(cardForm(APPROVED));
    expect(status).to.equal(303);
    expect(location).to.equal(checkout.body.success_url);
    const after = await checkout.status();
    expect(after).to.include({ payment_status: 'success', reason: null });
    expect(after.card).to.deep.equal({ network: 'VISA', last4: '4242' });
    expect(await checkout.charges()).to.have.length(1);
  });

  it('changes nothing when the page is only opened', async () => {
    const checkout = await begin();
    const before = await checkout.status();
    for (let time = 1; time <= 3; time++) expect((await checkout.get()).status).to.equal(200);
    expect(await checkout.status()).to.deep.equal(before);
  });

  it('says that nothing was begun only where nobody has tried, whatever the address says', async () => {
    const checkout = await begin();
    const { text } = await ask(`${checkout.url}&not-begun=1`, { method: 'GET' });
    expect(text).to.include('no money was taken').and.include('name="number"');
    await checkout.submit(cardForm(DECLINED));
    const after = await ask(`${checkout.url}&not-begun=1`, { method: 'GET' });
    expect(after.text).to.include('name="number"').and.not.include('was not begun');
  });

  it('shows the result in a second tab, and charges no more there', async () => {
    const checkout = await begin();
    const secondTab = formTokenIn((await checkout.get()).text);
    await checkout.submit(cardForm(APPROVED));
    const again = await checkout.post({ form: secondTab, ...cardForm(APPROVED) });
    expect(again.location).to.equal(checkout.body.success_url);
    const { text } = await checkout.get();
    expect(text)
      .to.include('Payment successful')
      .and.include('Return to Blue Tea Shop')
      .and.not.include('name="number"');
    expect(await checkout.charges()).to.have.length(1);
  });

  it('leads on to success_url for two minutes, and shows the result later', async () => {
    const checkout = await begin();
    await checkout.submit(cardForm(APPROVED));
    const follow = () => fetch(`${checkout.url}&follow=1`, { redirect: 'manual' });
    expect((await follow()).headers.get('location')).to.equal(checkout.body.success_url);
    const { trx } = await checkout.status();
    const payments = tollgate.database.collection<PaymentRecord>('payments');
    const paid = await payments.findOne({ _id: String(trx) });
    const history = paid?.history.map((step) => ({ ...step, at: new Date(Date.now() - 121_000) })) ?? [];
    await payments.updateOne({ _id: String(trx) }, { $set: { history } });
    const { pathname, search } = new URL(checkout.url);
    expect((await follow()).headers.get('location')).to.equal(`${pathname}${search}`);
    expect((await checkout.get()).text).to.include('Payment successful');
  });

  it('does not lead to cancel_url when a second tab cancels what is paid', async () => {
    const checkout = await begin();
    const secondTab = formTokenIn((await checkout.get()).text);
    await checkout.submit(cardForm(APPROVED));
    const { location } = await checkout.post({ form: secondTab, action: 'cancel' });
    const next = await fetch(new URL(String(location), checkout.url), { redirect: 'manual' });
    expect(next.headers.get('location')).to.equal(checkout.body.success_url);
    expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
  });

  it('charges once when the form is posted five times at the same moment', async () => {
    const checkout = await begin();
    const form = formTokenIn((await checkout.get()).text);
    const answers = await Promise.all(Array.from({ length: 5 }, () => checkout.post({ form, ...cardForm(APPROVED) })));
    expect(answers.map(({ location }) => location)).to.deep.equal(Array(5).fill(checkout.body.success_url));
    expect(await checkout.charges()).to.have.length(1);
  });

  it('takes a card while jobs and news of a gateway change the payment, too', async () => {
    const checkout = await begin();
    const form = formTokenIn((await checkout.get()).text);
    const { trx } = await checkout.status();
    const payments = tollgate.database.collection<PaymentRecord>('payments');
    let isAnswered = false;
    const answer = checkout.post({ form, ...cardForm(APPROVED) }).finally(() => (isAnswered = true));
    for (let time = 0; time < 200 && !isAnswered; time++)
      await payments.updateOne({ _id: String(trx), status: 'checkout_open' }, { $inc: { version: 1 } });
    expect((await answer).location).to.equal(checkout.body.success_url);
    expect(await checkout.charges()).to.have.length(1);
  });

  it('charges nothing by a form that is older than the last attempt', async () => {
    const checkout = await begin();
    const old = formTokenIn((await checkout.get()).text);
    await checkout.submit(cardForm(DECLINED));
    const { status, text } = await checkout.post({ form: old, ...cardForm(APPROVED) });
    expect(status).to.equal(200);
    expect(text).to.include('This page was out of date, so nothing was charged');
    expect(await checkout.charges()).to.have.length(0);
    expect((await checkout.submit(cardForm(APPROVED))).location).to.equal(checkout.body.success_url);
    expect(await checkout.charges()).to.have.length(1);
  });

  it('says what a decline means, keeps the name but neither number nor code, and lets the customer try again', async () => {
    const checkout = await begin();
    const { status, text } = await checkout.submit(cardForm(NO_FUNDS));
    expect(status).to.equal(200);
    expect(text).to.include('Your payment has been declined').and.include('No money has been taken');
    expect(text).to.include('There is not enough money on the card').and.include('You have 2 tries left');
    expect(text)
      .to.include('value="Ada Lovelace"')
      .and.not.match(/(\b|0000)9995\b/)
      .and.not.include('value="123"');
    expect(await checkout.status()).to.include({ payment_status: 'pending', reason: 'insufficient_funds' });
    await checkout.submit(cardForm(APPROVED));
    expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
  });

  it('shows a lost card as an ordinary decline', async () => {
    const { text } = await (await begin()).submit(cardForm('4000 0000 0000 9987'));
    expect(text.replace(/[\w-]{43}/g, 'token'))
      .to.include('without giving a reason')
      .and.not.match(/lost|stolen/i);
  });

  it('ends as failed with the third decline, with a key of its own for each attempt and a way back', async () => {
    const checkout = await begin();
    for (const number of [DECLINED, NO_FUNDS])
      expect((await checkout.submit(cardForm(number))).text).to.include('declined');
    const last = await checkout.submit(cardForm('4000 0000 0000 0127'));
    expect(last.status).to.equal(303);
    const { text } = await checkout.get();
    expect(text).to.include('The payment has failed').and.include(`href="${checkout.body.cancel_url}"`);
    const after = await checkout.status();
    expect(after).to.include({ payment_status: 'failed', reason: 'incorrect_cvv' });
    const lines = await tollgate.ledger(String(after.trx));
    expect(lines.map((line) => line.idempotency_key)).to.deep.equal([1, 2, 3].map((no) => `${after.trx}-${no}`));
    expect(lines.every(({ result }) => result === 'declined')).to.equal(true);
    const again = await checkout.post({ form: formTokenIn(last.text), ...cardForm(APPROVED) });
    expect(again.status).to.equal(403);
    expect(await checkout.charges()).to.have.length(0);
  });

  it('runs a challenge and leads from the bank to success_url', async () => {
    const checkout = await begin();
    const { location } = await checkout.submit(cardForm(CHALLENGED));
    expect(location).to.match(new RegExp(`^${tollgate.urls.sandbox}/3ds/`));
    expect(await checkout.status()).to.include({
      payment_status: 'pending',
      requires_3ds: true,
      redirect_url: location,
    });
    const back = await enterCode(String(location));
    const returned = await fetch(String(back), { redirect: 'manual' });
    expect(returned.headers.get('location')).to.equal(checkout.body.success_url);
    expect(await checkout.charges()).to.have.length(1);
  });

  it('offers no second card while a challenge is open, and leads back to the page when it is cancelled', async () => {
    const checkout = await begin();
    const { location } = await checkout.submit(cardForm(CHALLENGED));
    const second = await checkout.get();
    expect(second.text).to.include('Your bank asks you to confirm').and.not.include('name="number"');
    const sent = await checkout.submit(cardForm(APPROVED));
    expect(sent.location).to.equal(location);
    const back = await fetch(String(await cancel(String(location))), { redirect: 'manual' });
    expect(back.headers.get('location')).to.match(/^\/payment\/checkout\?payment_trx=/);
    const again = (await checkout.get()).text;
    expect(again)
      .to.include('You cancelled the confirmation with your bank')
      .and.not.match(/declined/i);
    expect(again).to.include('<title>Not paid – ');
    expect(await checkout.status()).to.include({ payment_status: 'pending', reason: 'authentication_cancelled' });
    expect(await checkout.charges()).to.have.length(0);
  });

  it('cancels an open challenge from a second tab for good, and the bank can charge no more', async () => {
    const checkout = await begin();
    const { location } = await checkout.submit(cardForm(CHALLENGED));
    const { location: left } = await checkout.submit({ action: 'cancel' });
    expect(left).to.equal(checkout.body.cancel_url);
    await fetch(String(location), {
      method: 'POST',
      body: new URLSearchParams({ code: '666666' }),
      redirect: 'manual',
    });
    expect(await checkout.status()).to.include({ payment_status: 'failed', reason: 'authentication_cancelled' });
    expect(await checkout.charges()).to.have.length(0);
  });

  it('is cancelled by its customer before anybody tried, and leads to cancel_url', async () => {
    const checkout = await begin();
    const { status, location } = await checkout.submit({ action: 'cancel' });
    expect(status).to.equal(303);
    expect(location).to.equal(checkout.body.cancel_url);
    expect(await checkout.status()).to.include({ payment_status: 'cancelled', reason: 'cancelled_by_customer' });
    expect((await checkout.get()).text)
      .to.include('The payment was cancelled')
      .and.not.include('name="number"');
  });

  it('is failed with the last reason when it is cancelled after a decline', async () => {
    const checkout = await begin();
    await checkout.submit(cardForm(NO_FUNDS));
    await checkout.submit({ action: 'cancel' });
    expect(await checkout.status()).to.include({ payment_status: 'failed', reason: 'insufficient_funds' });
  });

  it('is cancelled by its merchant while nobody is paying', async () => {
    const checkout = await begin();
    const { public_key, identifier } = checkout.body;
    const { status, body } = await tollgate.api('/h2h/cancel', { public_key, identifier });
    expect(status).to.equal(200);
    expect(body).to.include({ payment_status: 'cancelled', reason: 'cancelled_by_merchant' });
  });

  it('cannot be cancelled by its merchant once a mandate was given, and the debit goes on', async () => {
    const checkout = await begin({ payment_method_type: 'card_and_sepa' });
    await checkout.submit(SEPA);
    const { public_key, identifier } = checkout.body;
    const { status, body } = await tollgate.api('/h2h/cancel', { public_key, identifier });
    expect({ http: status, code: body.code }).to.deep.equal({ http: 409, code: 'payment_in_progress' });
    const { trx } = await checkout.status();
    await tollgate.api(`/sandbox/payments/${String(trx)}/simulate`, { public_key, action: 'confirm' });
    expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
    expect(await checkout.charges()).to.have.length(1);
  });

  it('keeps the mandate as the customer has read it', async () => {
    const checkout = await begin({ payment_method_type: 'card_and_sepa' });
    const { text } = await checkout.get();
    const read = [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code]) => code);
    const words = /<section class="mandate"[^]*?<p>([^<]+)<\/p>\s*<p>([^<]+)<\/p>/.exec(text)?.slice(1) ?? [];
    expect([read.length, words.length]).to.deep.equal([2, 2]);
    const form = formTokenIn(text);
    await checkout.post({ form, ...SEPA }, { 'user-agent': 'Mozilla/5.0', accept: 'text/html' });
    const { trx } = await checkout.status();
    const stored = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: String(trx) });
    const { mandate } = stored?.local ?? {};
    expect(mandate).to.include({ reference: read[1], iban: 'DE89 … 3000', holder: 'Ada Lovelace' });
    for (const part of [...read, ...words]) expect(mandate?.text).to.include(part);
    const address = '127.0.0.1';
    expect(mandate).to.include({ address });
    const browser = { ip: address, userAgent: 'Mozilla/5.0', acceptHeader: 'text/html', language: 'en' };
    expect(stored?.browser).to.deep.equal(browser);
    expect((await checkout.get()).text).to.include(read[1]);
  });

  it('keeps the mandate in the language in which it was read, though another tab has chosen the other one', async () => {
    const checkout = await begin({ payment_method_type: 'card_and_sepa' });
    const { text } = await checkout.get({ 'accept-language': 'en' });
    const [, action = ''] = /<form class="pay-form" method="post" action="([^"]+)"/.exec(text) ?? [];
    const sent = await ask(new URL(action.replaceAll('&amp;', '&'), checkout.url).href, {
      body: new URLSearchParams({ form: formTokenIn(text), ...SEPA }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'tollgate-language=bn' },
    });
    expect(sent.status).to.equal(303);
    const { trx } = await checkout.status();
    const stored = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: String(trx) });
    expect(stored?.local?.mandate?.text).to.include('SEPA direct debit mandate');
    expect(stored?.browser?.language).to.equal('en');
    expect(String(sent.headers['set-cookie'])).to.include('tollgate-language=en'); // the page that follows
  });

  it('shows its QR code only while its order is open', async () => {
    const customer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+919876543210' };
    const checkout = await begin({ currency: 'INR', amount: 100.11, customer });
    const qr = async () => {
      const { status, headers } = await fetch(checkout.url.replace('/checkout?', '/checkout/qr?'));
      return [status, headers.get('content-type')];
    };
    const none = [404, 'text/html; charset=utf-8'];
    expect(await qr()).to.deep.equal(none);
    await checkout.submit({ action: 'pay', method: 'upi' });
    expect(await qr()).to.deep.equal([200, 'image/png']);
    await checkout.submit({ action: 'cancel' });
    expect(await qr()).to.deep.equal(none);
  });

  it('lets the UPI ID and the amount be copied, the amount as an app takes it', async () => {
    const customer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+919876543210' };
    const checkout = await begin({ currency: 'INR', amount: 1100.11, customer });
    await checkout.submit({ action: 'pay', method: 'upi' });
    const { text } = await checkout.get({ 'accept-language': 'bn' });
    const copied = [...text.matchAll(/ data-copy="([^"]*)"/g)].map(([, what]) => what);
    expect(text).to.include('₹১,১০০.১১');
    expect(copied).to.deep.equal(['tollgate.sandbox@tollbank', '1100.11']);
  });

  for (const language of ['bn', 'en'])
    it(`opens the wallet in the language of the page (${language})`, async () => {
      const customer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+8801712345678' };
      const checkout = await begin({ currency: 'BDT', amount: 100.11, customer });
      const form = formTokenIn((await checkout.get()).text);
      const { location } = await checkout.post(
        { form, action: 'pay', method: 'bkash' },
        { 'accept-language': language },
      );
      expect(await (await fetch(String(location))).text()).to.include(`<html lang="${language}">`);
    });

  it('lets a debit settle after its time was played to its end: banks take as long as they take', async () => {
    const checkout = await begin({ payment_method_type: 'card_and_sepa' });
    await checkout.submit(SEPA);
    const { public_key } = checkout.body;
    const { trx } = await checkout.status();
    await tollgate.api(`/sandbox/payments/${String(trx)}/simulate`, { public_key, action: 'expire' });
    await until('the bank has settled', async () => (await checkout.status()).payment_status === 'success');
  });

  for (const [currency, mobile, method] of [
    ['INR', '+919876543210', 'upi'],
    ['BDT', '+8801712345678', 'bkash'],
  ] as const)
    it(`offers the way back from an order (${method}) while an attempt is left, and keeps the last order open`, async () => {
      const customer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile };
      const checkout = await begin({ currency, amount: 100.11, customer });
      const offered = [];
      for (let attempt = 1; attempt <= 3; attempt++) {
        await checkout.submit({ action: 'pay', method });
        offered.push((await checkout.get()).text.includes('value="change"'));
        await checkout.submit({ action: 'change' });
      }
      expect(offered).to.deep.equal([true, true, false]);
      expect(await checkout.status()).to.include({ payment_status: 'pending', reason: null });
    });

  it('says not to pay again while the gateway hangs, and goes on once it is known', async () => {
    const checkout = await begin();
    const { location } = await checkout.submit(cardForm('4000 0000 0000 0770'));
    expect(location).to.include('follow=1');
    const { text } = await checkout.get();
    if (!text.includes('Payment successful'))
      expect(text).to.include('Do not pay again').and.not.include('name="number"');
    await until('the payment is settled', async () => (await checkout.status()).payment_status !== 'pending');
    expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
    expect(await checkout.charges()).to.have.length(1);
  });

  it('takes nothing for a merchant who is suspended, and takes it once the merchant is active again', async () => {
    const { id, public_key } = await tollgate.createMerchant();
    const become = (status: MerchantRecord['status']) =>
      tollgate.database.collection<MerchantRecord>('merchants').updateOne({ _id: id }, { $set: { status } });
    const checkout = await begin({ public_key });
    await become('suspended');
    for (const [accept, says] of [
      ['en', 'The shop cannot take payments at the moment, so nothing was charged'],
      ['bn', 'দোকানটি এই মুহূর্তে পেমেন্ট নিতে পারছে না'],
    ] as const) {
      const form = formTokenIn((await checkout.get()).text);
      const { status, text } = await checkout.post({ form, ...cardForm(APPROVED) }, { 'accept-language': accept });
      expect(status).to.equal(403);
      expect(text).to.include(says);
    }
    expect(await checkout.status()).to.include({ payment_status: 'pending', reason: null });
    expect(await checkout.charges()).to.have.length(0);
    await become('active');
    expect((await checkout.submit(cardForm(APPROVED))).location).to.equal(checkout.body.success_url);
  });

  it('makes no challenge for a merchant whose policy is off', async () => {
    const { public_key } = await tollgate.createMerchant({ threeDsPolicy: 'off' });
    const checkout = await begin({ public_key });
    expect((await checkout.submit(cardForm(CHALLENGED))).location).to.equal(checkout.body.success_url);
  });

  it('lets a challenge end that was begun before its merchant was suspended', async () => {
    const { id, public_key } = await tollgate.createMerchant();
    const checkout = await begin({ public_key });
    const { location } = await checkout.submit(cardForm(CHALLENGED));
    const suspended = { $set: { status: 'suspended' } } as const;
    await tollgate.database.collection<MerchantRecord>('merchants').updateOne({ _id: id }, suspended);
    await enterCode(String(location));
    await until('it is paid', async () => (await checkout.status()).payment_status === 'success');
  });

  it('takes the fee of the method once it is chosen', async () => {
    const fees = [
      { basisPoints: 100, fixed: 0 },
      { method: 'card' as const, basisPoints: 300, fixed: 0 },
    ];
    const { public_key } = await tollgate.createMerchant({ fees });
    const checkout = await begin({ public_key, amount: 100 });
    expect(await checkout.status()).to.include({ charge: 1, net_amount: 99 });
    await checkout.submit(cardForm(APPROVED));
    const after = await checkout.status();
    expect(after).to.include({ charge: 3, net_amount: 97, payment_status: 'success' });
    const stored = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: String(after.trx) });
    expect(stored?.fee).to.deep.equal(fees[1]);
  });

  for (const [what, tried, status, reason] of [
    ['nobody has tried to pay', false, 'cancelled', 'session_expired'],
    ['a card was declined', true, 'failed', 'insufficient_funds'],
  ] as const)
    it(`takes no card from the moment on when its time is over, before its job has ended it (${what})`, async () => {
      const checkout = await begin();
      if (tried) await checkout.submit(cardForm(NO_FUNDS));
      const form = formTokenIn((await checkout.get()).text);
      const { trx } = await checkout.status();
      const over = { $set: { 'checkout.expiresAt': new Date() } };
      await tollgate.database.collection<PaymentRecord>('payments').updateOne({ _id: String(trx) }, over);
      expect((await checkout.get()).text)
        .to.include('The time to pay is over')
        .and.not.include('name="number"');
      const { text } = await checkout.post({ form, ...cardForm(APPROVED) });
      expect(text).to.include(tried ? 'The payment has failed' : 'The time to pay is over');
      expect(await checkout.status()).to.include({ payment_status: status, reason });
      expect(await checkout.charges()).to.have.length(0);
    });

  describe('when its time is over', () => {
    let hasty: Tollgate;
    before(async () => {
      hasty = await hastyTollgate();
    });

    it('ends by itself as cancelled, or as failed with the last reason, and takes no card any more', async () => {
      let tried = await beginCheckout(hasty);
      const isDeclinedInTime = async () => {
        await tried.submit(cardForm(NO_FUNDS));
        if ((await tried.status()).reason === 'insufficient_funds') return true;
        tried = await beginCheckout(hasty);
        return false;
      };
      // On a busy machine the two seconds may be over before: then it is another payment's.
      await until('a card was declined in time', isDeclinedInTime);
      const untouched = await beginCheckout(hasty);
      const form = formTokenIn((await untouched.get()).text);
      await until('both have ended', async () =>
        (await Promise.all([untouched.status(), tried.status()])).every(
          ({ payment_status }) => payment_status !== 'pending',
        ),
      );
      expect(await untouched.status()).to.include({ payment_status: 'cancelled', reason: 'session_expired' });
      expect(await tried.status()).to.include({ payment_status: 'failed', reason: 'insufficient_funds' });
      await untouched.post({ form, ...cardForm(APPROVED) });
      expect((await untouched.get()).text).to.include('The time to pay is over');
      expect(await untouched.charges()).to.have.length(0);
    });
  });
});
