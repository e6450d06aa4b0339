import { expect } from 'chai';
import { verifyOperator } from '../../src/console/operators/operators.js';
import { sessions } from '../../src/console/session/sessions.js';
import { createMerchant } from '../../src/merchants/manage-merchants.js';
import { ALL_METHODS } from '../../src/methods/index.js';
import { currenciesByExponent } from '../../src/money/currencies.js';
import { findMerchantByKey } from '../../src/merchants/find-merchant.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { until } from '../../scripts/until.js';
import { moveRefund } from '../../src/refunds/move-refund.js';
import { readRefund } from '../../src/refunds/refund-job.js';
import { aPaidPayment } from '../refunds/a-refund.js';
import { aProof, aUpiPayment, stored } from '../proofs/a-local-payment.js';
import {
  anOperator,
  auditOf,
  bearer,
  browserOf,
  faultAt,
  startConsole,
  type TestConsole,
  type TestOperator,
  theOperator,
  versionOn,
} from './console.js';

/** What the one form of a page sends along, unseen. */
const hiddenIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

describe('forms on console pages', () => {
  const merchant = new TestMerchant();
  const made: string[] = [];
  let console: TestConsole;
  let admin: TestOperator;
  let browser: { cookie: string; origin: string };
  before(async () => {
    console = await startConsole();
    admin = await theOperator('admin');
    browser = await browserOf(console, admin);
    await merchant.save();
  });
  after(async () => {
    await console.close();
    await merchant.remove();
    await payments.deleteMany({ _id: { $in: made } });
    await merchants.deleteMany({ name: 'Paper & Ink' });
  });

  const open = async (path: string) => (await console.http.get(path).set({ accept: 'text/html', ...browser })).text;
  const send = (path: string, fields: object) =>
    console.http
      .post(path)
      .set({ accept: 'text/html', ...browser })
      .type('form')
      .send(fields);

  /** A card payment whose money can go back, and its page. */
  async function paid() {
    const { id: merchantId } = await createMerchant({ name: 'Paper & Ink', mode: 'test' });
    const payment = aPaidPayment({ merchantId });
    made.push(payment._id);
    await payments.insertOne(payment);
    return { payment, page: `/payments/${payment._id}` };
  }

  /** Sends the form of its first refund, and does something else while the gateway has not answered yet. */
  async function refund({ _id }: PaymentRecord, fields: object, meanwhile: () => Promise<void>): Promise<void> {
    const page = `/payments/${_id}`;
    await Promise.all([
      send(`${page}/refund`, fields).expect(303).expect('location', page),
      until('it is reserved', async () => (await stored(_id)).refunds?.length === 1).then(async () => {
        await meanwhile();
        const of = await readRefund(`${_id}-r1`);
        if (of) await moveRefund(of, 'refunded', { reference: 're_1' }, 'a test');
      }),
    ]);
  }
  async function underReview(): Promise<PaymentRecord> {
    const payment = aUpiPayment({ merchantId: merchant.id, proof: aProof() });
    made.push(payment._id);
    await payments.insertOne(payment);
    return payment;
  }

  it('draw the accounts of a merchant in its own order, in which they are sent again', async () => {
    const accounts = ['sandbox-upi', 'sandbox-card'];
    await merchants.updateOne({ _id: merchant.id }, { $set: { accounts } });
    try {
      const drawn = [
        ...(await open(`/merchants/${merchant.id}`)).matchAll(/name="accounts" value="([^"]+)"( checked)?/g),
      ];
      expect(drawn.filter(([, , checked]) => checked).map(([, id]) => id)).to.deep.equal(accounts);
      expect(drawn.slice(0, 2).map(([, id]) => id)).to.deep.equal(accounts);
    } finally {
      await merchants.updateOne({ _id: merchant.id }, { $set: { accounts: [] } });
    }
  });

  it('tell every method there is now from every one, those that come later too', async () => {
    const { id } = await createMerchant({ name: 'Paper & Ink', mode: 'test' });
    const chosen = async () => /value="(yes|no)" checked/.exec(await open(`/merchants/${id}`))?.[1];
    expect(await chosen()).to.equal('yes');
    await merchants.updateOne({ _id: id }, { $set: { methods: [...ALL_METHODS] } });
    expect(await chosen()).to.equal('no');
  });

  it('accept a proof, lead to the next review, and say so once', async () => {
    const { _id: trx, identifier } = await underReview();
    const fields = { decision: 'accept', amount: '499.00', version: '1', next: '/proofs?kind=proof', back: '/proofs' };
    await send(`/proofs/${trx}/decision`, fields).expect(303).expect('location', '/proofs?kind=proof');
    expect(await stored(trx)).to.include({ status: 'succeeded' });
    expect((await auditOf(trx))[0]).to.include({ action: 'review.accepted', email: admin.email });
    expect(await open('/audit')).not.to.include(`Accepted: payment ${identifier}.`);
    expect(await open('/proofs')).to.include(`Accepted: payment ${identifier}.`);
    expect(await open('/proofs')).not.to.include(`Accepted: payment ${identifier}.`);
  });

  it('send money back after a second look, once however often the form is sent', async () => {
    const { payment, page } = await paid();
    expect(await open(page)).to.include('At most 49.90');
    const typed = { amount: '60', reason: 'duplicate', note: 'twice', back: `${page}#refund` };
    await send(`${page}/refund`, typed).expect(303).expect('location', `${page}#refund`);
    expect(await open(page))
      .to.include('amount must be at most 49.90 EUR, which is what is left')
      .and.include('value="60"');
    const look = (await send(`${page}/refund`, { ...typed, amount: '12.50' }).expect(200)).text;
    expect(look).to.include('Left after it').and.include('37.40').and.include('ada@shop.example');
    expect(look).to.include(': twice').and.not.include('undefined');
    expect((await stored(payment._id)).refunds).to.equal(undefined);
    const fields = hiddenIn(look);
    await refund(payment, fields, async () => {
      await send(`${page}/refund`, fields).expect(303).expect('location', page); // pressed twice
      expect(await open(page))
        .to.include('is on its way back: the gateway is asked')
        .and.not.include('role="alert"');
    });
    const shown = await open(page);
    expect(shown).to.include('went back. The merchant is told.').and.include('Refund of 12.50');
    expect((await stored(payment._id)).refunds).to.have.length(1);
    expect((await auditOf(payment._id))[0]).to.include({ action: 'payment.refunded', email: admin.email });
    expect(await open(`/refunds?trx=${payment._id}`))
      .to.include('12.50')
      .and.include('duplicate');
  });

  it('send nothing back for the second of two operators who look at the same time, until that one looks again', async () => {
    const { payment, page } = await paid();
    const typed = { amount: '10', back: `${page}#refund` };
    const look = async () => hiddenIn((await send(`${page}/refund`, typed).expect(200)).text);
    const [first, second] = [await look(), await look()];
    await refund(payment, first, async () => {
      await send(`${page}/refund`, second).expect(303).expect('location', page);
      expect(await open(page)).to.include('Something else of this payment has been sent back since');
    });
    expect((await stored(payment._id)).refunds).to.have.length(1);
    expect(await auditOf(payment._id)).to.have.length(1);
    const again = (await send(`${page}/refund`, typed).expect(200)).text;
    expect(again).to.include('Left after it').and.include('29.90');
  });

  it('say which amounts differ, keep what was typed, and move nothing', async () => {
    const { _id: trx } = await underReview();
    const back = `/proofs/${trx}`;
    const fields = { decision: 'accept', amount: '49', note: 'seen "today"', back, next: '/proofs' };
    await send(`${back}/decision`, fields).expect(303).expect('location', back);
    const text = await open(back);
    expect(text)
      .to.include('role="alert"')
      .and.include('The amount seen is 49.00 INR, the amount asked for is 499.00 INR');
    expect(text).to.include('value="49"').and.include('value="seen &quot;today&quot;"');
    expect(await stored(trx)).to.include({ status: 'awaiting_payment' });
  });

  it('refuse a proof with a reason and a note that the merchant reads', async () => {
    const { _id: trx } = await underReview();
    const fields = {
      decision: 'reject',
      amount: 'half typed', // the field stands beside both buttons
      reason: 'The proof is not legible',
      note: 'Too\ndark',
      next: '//evil.example',
    };
    await send(`/proofs/${trx}/decision`, fields).expect(303).expect('location', '/proofs');
    expect((await stored(trx)).proof).to.include({ status: 'rejected', note: 'The proof is not legible. Too dark' });
  });

  it('refuse nothing without a reason, and say so where it is chosen', async () => {
    const { _id: trx } = await underReview();
    const back = `/proofs/${trx}`;
    const fields = { decision: 'reject', note: 'kept as typed', back, next: '/proofs' };
    await send(`${back}/decision`, fields).expect(303).expect('location', back);
    const text = await open(back);
    expect(faultAt(text, 'reason')).to.equal('A reason is required: the merchant reads it');
    expect(text).to.include('value="kept as typed"');
    expect(await stored(trx)).to.include({ status: 'awaiting_payment' });
  });

  it('tell the second of two reviewers who was first, on the same review', async () => {
    const { _id: trx } = await underReview();
    const decide = () =>
      send(`/proofs/${trx}/decision`, { decision: 'accept', amount: '499', back: `/proofs/${trx}`, next: '/proofs' });
    await decide().expect('location', '/proofs');
    await decide().expect(303).expect('location', `/proofs/${trx}`);
    const text = await open(`/proofs/${trx}`);
    expect(text).to.include(`This was accepted already, by ${admin.email}`);
    expect(text).to.include(`Accepted by ${admin.email}`).and.not.to.include('data-accept');
  });

  it('make a merchant and show its keys this once', async () => {
    const { text } = await send('/merchants', { name: 'Paper & Ink', mode: 'test', back: '/merchants' }).expect(200);
    const [, key = ''] = />(pk_test_[\w-]+)</.exec(text) ?? [];
    const [, secret = ''] = />(whsec_[^<]+)</.exec(text) ?? [];
    const { _id: id = '' } = (await findMerchantByKey(key)) ?? {};
    expect(text).to.include('It is not shown again').and.include(`href="/merchants/${id}"`);
    const page = await open(`/merchants/${id}`);
    expect(page).to.include('Paper &amp; Ink').and.not.to.include(key).and.not.to.include(secret);
    expect(page).to.include('This is a test merchant');
  });

  it('say when a new secret has ended an old one before its time, and show nothing else as a key', async () => {
    const { id } = await createMerchant({ name: 'Paper & Ink', mode: 'test' });
    const again = async () => (await send(`/merchants/${id}/rotate-secret`, { back: `/merchants/${id}` })).text;
    const pages = [await again(), await again(), await again()];
    expect(pages.map((page) => page.includes('The oldest signs no more'))).to.deep.equal([false, false, true]);
    for (const page of pages)
      expect([...page.matchAll(/<dt>(\w+)</g)].map(([, name]) => name)).to.deep.equal(['id', 'secret_key']);
  });

  it('take every rule of a merchant who has one for each method and currency', async () => {
    const { id } = await createMerchant({ name: 'Paper & Ink', mode: 'test' });
    const currencies = [...currenciesByExponent().values()].flat().slice(0, 30);
    const rules = ALL_METHODS.flatMap((method) => currencies.map((currency) => ({ method, currency })));
    const rows = rules.flatMap(({ method, currency }, at) =>
      Object.entries({ method, currency, percent_bps: '250', fixed: '1', minimum: '', maximum: '' }).map(
        ([name, value]) => [`fee_${at}_${name}`, value] as const,
      ),
    );
    const fields = { name: 'Paper & Ink', every_method: 'yes', three_ds_policy: 'off', late_money_policy: 'accept' };
    await send(`/merchants/${id}`, { ...fields, ...Object.fromEntries(rows), back: `/merchants/${id}` }).expect(303);
    const { fees = [] } = (await merchants.findOne({ _id: id })) ?? {};
    expect(fees.map(({ method, currency }) => ({ method, currency }))).to.deep.equal(rules);
  });

  it('change methods, fees, limits and policies of a merchant, each as a whole', async () => {
    const path = `/merchants/${merchant.id}`;
    const fields = {
      name: 'Test shop',
      every_method: 'no',
      methods: ['card', 'upi'],
      three_ds_policy: 'risk_based',
      late_money_policy: 'review',
      fee_0_method: 'card',
      fee_0_currency: 'eur',
      fee_0_percent_bps: '290',
      fee_0_fixed: '0.25',
      fee_1_method: 'upi', // nothing else: an empty row
      minimum_0_currency: 'INR',
      minimum_0_amount: '10.5',
      minimum_1_currency: 'kwd',
      minimum_1_amount: '1.234',
      privacy_url: 'https://shop.example/privacy',
      back: path,
    };
    const save = async (changed: object) =>
      send(path, { ...fields, ...changed, version: versionOn(await open(path)) })
        .expect(303)
        .expect('location', path);
    await save({});
    expect(await merchants.findOne({ _id: merchant.id })).to.deep.include({
      methods: ['card', 'upi'],
      threeDsPolicy: 'risk_based',
      lateMoneyPolicy: 'review',
      fees: [{ method: 'card', currency: 'EUR', basisPoints: 290, fixed: 25 }],
      minimums: { INR: 1050, KWD: 1234 },
      accounts: [],
      privacyUrl: 'https://shop.example/privacy',
    });
    expect(await open(`/audit?object=${merchant.id}`)).to.include('three_ds_policy: risk_based');
    await save({ fee_0_currency: '', fee_0_fixed: 'lots', minimum_0_amount: '' });
    const refused = await open(path);
    expect(faultAt(refused, 'fee_0_fixed')).to.equal('Fixed (fee rule 1) must be a number');
    expect(faultAt(refused, 'minimum_0_amount')).to.equal('Amount (least amount 1) must be a number');
    await save({ every_method: 'yes', privacy_url: '' });
    expect(await merchants.findOne({ _id: merchant.id })).to.include({ methods: null, privacyUrl: null });
  });

  const WRONG_ROWS: [what: string, typed: object, input: string, says: string][] = [
    [
      'two least amounts of one currency',
      { minimum_0_currency: 'EUR', minimum_0_amount: '5', minimum_1_currency: 'eur', minimum_1_amount: '9' },
      'minimum_1_currency',
      'Currency (least amount 2) must not repeat that of an earlier row',
    ],
    [
      'a least amount of no currency',
      { minimum_2_amount: '5' },
      'minimum_2_currency',
      'Currency (least amount 3) is required',
    ],
    [
      'a least amount of what is no currency',
      { minimum_0_currency: 'XXX', minimum_0_amount: '5' },
      'minimum_0_currency',
      'Currency (least amount 1) must be the ISO 4217 code of a currency in use, such as EUR',
    ],
    [
      'a fee in what is no currency, below a row that was left empty',
      { fee_1_currency: 'XXX', fee_1_fixed: '1' },
      'fee_1_currency',
      'Currency (fee rule 2) must be the upper-case ISO 4217 code of a currency in use',
    ],
    [
      'two fees for everything',
      { fee_0_percent_bps: '10', fee_2_percent_bps: '20' },
      'fee_2_method',
      'Fee rule 3 must not be for the same method and currency as an earlier rule',
    ],
    ['no name', { name: '' }, 'name', 'Name is required'],
    [
      'a privacy page without TLS',
      { privacy_url: 'http://shop.example/' },
      'privacy_url',
      'Privacy page must be an https URL',
    ],
  ];
  for (const [what, typed, input, says] of WRONG_ROWS)
    it(`say at the field what is wrong with a merchant’s settings, and store nothing: ${what}`, async () => {
      const path = `/merchants/${merchant.id}`;
      const choices = { every_method: 'yes', three_ds_policy: 'off', late_money_policy: 'accept' };
      const before = await merchants.findOne({ _id: merchant.id });
      await send(path, { name: 'Test shop', ...choices, back: path, ...typed }).expect(303);
      const text = await open(path);
      expect(faultAt(text, input)).to.equal(says);
      expect(text.match(/aria-invalid/g)).to.have.length(1);
      for (const [name, value] of Object.entries(typed))
        expect(text).to.match(new RegExp(`name="${name}"[^>]* value="${String(value)}"`, 'i'));
      expect(await merchants.findOne({ _id: merchant.id })).to.deep.equal(before);
    });

  it('store nothing of a merchant’s settings that were drawn before somebody else changed them', async () => {
    const path = `/merchants/${merchant.id}`;
    const drawn = { version: versionOn(await open(path)), back: path };
    const typed = { name: 'Renamed', every_method: 'yes', three_ds_policy: 'off', late_money_policy: 'accept' };
    const theirs = { fees: [{ percent_bps: 777 }], three_ds_policy: 'required', accounts: ['sandbox-card'] };
    await console.http.patch(`/api${path}`).set(bearer(admin)).send(theirs).expect(200);
    const stored = () => merchants.findOne({ _id: merchant.id });
    const before = await stored();
    const faulty = { ...typed, minimum_0_currency: 'INR', minimum_0_amount: 'lots' };
    await send(path, { ...drawn, ...faulty }).expect(303); // typed again over its fault, it is as old as before
    const again = await open(path);
    expect(again).to.include('Amount (least amount 1) must be a number').and.include('value="Renamed"');
    for (const version of [versionOn(again), 'x']) {
      await send(path, { ...drawn, ...typed, version })
        .expect(303)
        .expect('location', path);
      expect(await open(path))
        .to.include('Somebody has changed it meanwhile')
        .and.include('value="777"')
        .and.include('value="required" selected')
        .and.not.include('value="Renamed"');
      expect(await stored()).to.deep.equal(before);
    }
    const now = { ...drawn, ...typed, version: versionOn(await open(path)) };
    await Promise.all([send(path, now).expect(303), send(path, { ...now, name: 'Other' }).expect(303)]); // one wins
    expect(await stored()).to.deep.include({ threeDsPolicy: 'off', accounts: [], version: (before?.version ?? 0) + 1 });
    await merchants.updateOne({ _id: merchant.id }, { $set: { name: 'Test shop' } });
  });

  it('end no public key that somebody else has made since the page was drawn', async () => {
    const path = `/merchants/${merchant.id}`;
    const drawn = { version: /rotate-key"[^]*?name="version" value="(\d+)"/.exec(await open(path))?.[1], back: path };
    await send(`${path}/rotate-key`, drawn)
      .expect(200)
      .expect(/A new public key/);
    const before = await merchants.findOne({ _id: merchant.id });
    await send(`${path}/rotate-key`, drawn).expect(303).expect('location', path);
    expect(await open(path)).to.include('Somebody has changed it meanwhile');
    expect(await merchants.findOne({ _id: merchant.id })).to.deep.equal(before);
  });

  it('give an operator no other role than was seen to be replaced', async () => {
    const { id } = await anOperator('viewer');
    const path = `/operators/${id}`;
    const seen = /name="seen" value="(\w+)"/.exec(await open(path))?.[1];
    await send(path, { role: 'admin', seen, back: path }).expect(303);
    await send(path, { role: 'reviewer', seen, back: path }).expect(303);
    expect(await open(path))
      .to.include('Somebody has changed it meanwhile')
      .and.include('Role: admin');
  });

  it('suspend, activate, send again, and count before they recover', async () => {
    const path = `/merchants/${merchant.id}`;
    await send(`${path}/suspend`, {}).expect(303).expect('location', path);
    expect(await open(path))
      .to.include('is suspended: new payments are refused')
      .and.include(`${path}/activate`);
    await send(`${path}/activate`, {}).expect(303);
    const sequence = 1000; // beyond those of the payments above
    const delivery = await merchant.delivery({ status: 'exhausted', next: null, sequence });
    const since = new Date(delivery.createdAt.getTime() - 60_000).toISOString();
    const asked = await open(`/deliveries?recover=${merchant.id}&since=${since.slice(0, 16)}`);
    expect(asked).to.include('Send 1 again?').and.include(`action="${path}/recover"`);
    expect(await merchant.stored(sequence)).to.include({ status: 'exhausted' });
    await send(`${path}/recover`, { since }).expect(303).expect('location', '/deliveries');
    expect(await merchant.stored(sequence)).to.include({ status: 'pending' });
    await send(`/deliveries/${delivery._id}/resend`, { back: `/deliveries?trx=${delivery.trx}` })
      .expect(303)
      .expect('location', `/deliveries?trx=${delivery.trx}`);
    expect(await open('/deliveries?status=pending')).to.include(`${delivery.eventId} goes out again now`);
  });

  it("download a merchant's settlement report, and say in words why there is none", async () => {
    const path = `/merchants/${merchant.id}`;
    const page = await open(path);
    const [from = '', to = ''] = [...page.matchAll(/type="date" required value="([^"]*)"/g)].map(([, day]) => day);
    expect(from).to.match(/^\d{4}-\d\d-01$/);
    const report = await console.http
      .get(`${path}/settlement`)
      .query({ from, to })
      .set({ accept: 'text/html', ...browser });
    expect(report.headers['content-disposition']).to.include(`settlement-${merchant.id}-${from}-${to}.csv`);
    expect(report.text).to.include('gross_amount');
    const refused = await open(`${path}/settlement?from=${to}&to=${from}`);
    expect(refused).to.include('This did not work').and.include('at most 366 days');
  });

  it('take a password as it was typed, spaces and all', async () => {
    const [email, password] = [`${merchant.id}@example.com`, ' two  spaces, an \u00e9 and one at the end '];
    await send('/operators', { email, role: 'viewer', password, back: '/operators' }).expect(200);
    expect(await verifyOperator(email, password)).to.include({ email });
    expect(await verifyOperator(email, password.normalize('NFD'))).to.include({ email }); // on another keyboard
    expect(await verifyOperator(email, password.trim())).to.equal(null);
  });

  it('never keep a password that was refused', async () => {
    const fields = { email: 'new@example.com', role: 'viewer', password: 'too short', back: '/operators' };
    await send('/operators', fields).expect(303).expect('location', '/operators');
    const kept = await sessions.find({ operatorId: admin.id });
    expect(JSON.stringify(kept)).to.include('new@example.com').and.not.to.include('too short');
    const text = await open('/operators');
    expect(text).to.include('password must have at least 12 characters').and.include('value="new@example.com"');
    expect(text).not.to.include('too short');
  });

  it('say beside a role what it may do, money and notifications', async () => {
    for (const page of ['/operators', `/operators/${admin.id}`])
      expect(await open(page), page).to.include(
        'a reviewer also decides reviews, sends money back and notifications again',
      );
  });

  it('change the role and the password of an operator, and say what was wrong where it was typed', async () => {
    const other = await anOperator('viewer');
    const path = `/operators/${other.id}`;
    await send(path, { role: 'reviewer', back: path }).expect(303).expect('location', path);
    expect(await open(path))
      .to.include(`${other.email} is reviewer from now on.`)
      .and.include('Role: reviewer');
    await send(path, { password: 'too short', back: path }).expect(303);
    expect(await open(path)).to.match(/id="password-fault">password must have at least 12 characters</);
    await send(path, { password: ' another one, as typed ', back: path }).expect(303);
    expect(await open(path)).to.include('all sessions have ended');
    expect(await verifyOperator(other.email, ' another one, as typed ')).to.include({ role: 'reviewer' });
  });

  it('lead an admin who is none any more to where they may still be', async () => {
    const self = await anOperator('admin');
    const browser = await browserOf(console, self);
    const page = await console.http.get(`/operators/${self.id}`).set({ accept: 'text/html', ...browser });
    expect(page.text).to.include('This is you.').and.include('This signs you out');
    const answer = await console.http
      .post(`/operators/${self.id}`)
      .set({ accept: 'text/html', ...browser })
      .type('form')
      .send({ role: 'viewer', back: `/operators/${self.id}` });
    expect(answer.headers).to.include({ location: '/' });
  });
});
