import { expect } from 'chai';
import { randomInt, randomUUID } from 'node:crypto';
import { writeCursor } from '../../src/console/api/newest-first.js';
import { toCursor } from '../../src/database/cursor.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { addJob, jobId, queueOf } from '../../src/jobs/queue.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { newTrxKey, trxOf } from '../../src/merchants/trx.js';
import { newAttempt } from '../../src/payments/attempts.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aPayment } from '../payments/a-payment.js';
import { aPaidPayment, aRefund } from '../refunds/a-refund.js';
import { aMoneyReview, aUpiPayment } from '../proofs/a-local-payment.js';
import { browserOf, startConsole, type TestConsole, theOperator } from './console.js';

const HOSTILE = `"><script>alert(1)</script>&'`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;';

describe('lists on console pages', () => {
  const merchant = new TestMerchant();
  const made: string[] = [];
  let console: TestConsole;
  let browser: { cookie: string; origin: string };
  before(async () => {
    console = await startConsole();
    browser = await browserOf(console, await theOperator('reviewer'));
    await merchant.save();
    await merchants.updateOne({ _id: merchant.id }, { $set: { trxKey: newTrxKey(merchant.id) } });
  });
  after(async () => {
    await console.close();
    await merchant.remove();
    await payments.deleteMany({ _id: { $in: made } });
  });

  const open = (path: string) => console.http.get(path).set({ accept: 'text/html', ...browser });
  const textOf = async (path: string) => (await open(path).expect(200)).text;
  async function saved(overrides: Partial<PaymentRecord>): Promise<PaymentRecord> {
    const payment = aPayment({ merchantId: merchant.id, ...overrides });
    made.push(payment._id);
    await payments.insertOne(payment);
    return payment;
  }
  /** Which payments a list links to. */
  const listed = async (path: string) =>
    [...(await textOf(path)).matchAll(/<td class="main"><a href="\/payments\/([^"]+)"/g)].map(([, trx]) => trx);

  it('find payments by every field, and by several at once', async () => {
    const last4 = String(randomInt(5000, 10_000)); // and not 4242, which the other card has
    const amount = randomInt(10_000_000, 20_000_000);
    const card = { network: 'VISA', first6: '424242', last4, expiryMonth: 1, expiryYear: 2040, fingerprint: 'f' };
    const euro = await saved({ card, requested: { amount, currency: 'EUR' }, status: 'succeeded' });
    const identifier = `order-${randomUUID()}`;
    const record = await merchants.findOne({ _id: merchant.id });
    const _id = record ? trxOf(record, identifier) : '';
    const yen = await saved({ _id, identifier, requested: { amount, currency: 'JPY' } });
    const leap = await saved({
      createdAt: new Date('2024-02-29T23:59:59.999Z'),
      requested: { amount: 1110, currency: 'KWD' },
      card: { ...card, last4: '4242' },
      status: 'cancelled',
    });
    const major = (amount / 100).toFixed(2);
    const cases: [query: string, found: string[]][] = [
      [`trx=${euro._id.toUpperCase()}`, [euro._id]],
      [`identifier=${identifier}&merchant=${merchant.id}`, [yen._id]],
      [`identifier=${identifier}`, [yen._id]],
      [`identifier=${euro.identifier}`, []], // whose trx was drawn, not computed
      [`merchant=${merchant.id}&status=success`, [euro._id]],
      [`merchant=${merchant.id}&last4=${last4}`, [euro._id]],
      [`merchant=${merchant.id}&amount=${major}`, [euro._id]],
      [`merchant=${merchant.id}&amount=${amount}`, [yen._id]],
      [`merchant=${merchant.id}&amount=${amount}&currency=EUR`, []],
      [`merchant=${merchant.id}&amount=0.5&currency=JPY`, []], // which no payment can be over
      [`merchant=${merchant.id}&currency=EUR`, [euro._id]],
      [`merchant=${merchant.id}&state=authorizing`, [yen._id]],
      [`merchant=${merchant.id}&method=upi`, []],
      [`merchant=${merchant.id}`, [yen._id, euro._id, leap._id]],
      [`merchant=${merchant.id}&from=2024-02-29&to=2024-02-29`, [leap._id]],
      [`merchant=${merchant.id}&to=2024-02-28`, []],
      [`merchant=${merchant.id}&from=2024-03-01`, [yen._id, euro._id]],
      [`identifier=${identifier}&to=2024-03-01`, []],
      [`amount=1.11&currency=KWD&from=2024-02-29&to=2024-03-01`, [leap._id]],
    ];
    for (const [query, found] of cases)
      expect(await listed(`/payments?${query}`), query)
        .to.have.members(found)
        .and.have.length(found.length);
  });

  it('say at the field what is wrong with a search, and keep what was typed', async () => {
    const text = await textOf('/payments?last4=42&amount=ten&trx=no&status=pending&from=2026-02-02&to=2026-02-01');
    for (const fault of [
      'to must not be before the first day',
      'last4 must be four digits',
      'amount must be a number such as 49.90',
      'trx must be a trx',
    ])
      expect(text).to.include(fault);
    expect(text).to.include('value="ten"').and.include('<option selected>pending</option>');
  });

  it('let merchants be chosen by name, told from others of the same name, in filters and to recover', async () => {
    const [twin, unnamed] = [new TestMerchant(), 'mer_gone'];
    await twin.save();
    try {
      await merchants.updateMany({ _id: { $in: [merchant.id, twin.id] } }, { $set: { name: `Twins ${twin.id}` } });
      const option = ({ id }: TestMerchant) => `>Twins ${twin.id} (test) …${id.slice(-6)}</option>`;
      for (const path of [`/payments?merchant=${merchant.id}`, `/deliveries?merchant=${merchant.id}`]) {
        const text = await textOf(path);
        expect(text, path).to.include(`<option value="${merchant.id}" selected${option(merchant)}`);
        expect(text, path).to.include(`<option value="${twin.id}"${option(twin)}`);
      }
      expect(await textOf('/deliveries')).to.match(/<select id="recover" name="recover" required>/);
      expect(await textOf(`/payments?merchant=${unnamed}`)).to.include(`<option value="${unnamed}" selected>`);
      const page = await textOf(`/merchants/${merchant.id}`);
      expect(page).to.include(`<input type="hidden" name="recover" value="${merchant.id}" />`).and.include('Recover…');
    } finally {
      await twin.remove();
    }
  });

  it('say that a payment waits for nothing only when its merchant was told, else what is owed', async () => {
    const nothing = 'Waits for nothing any more.';
    const { _id: told } = await saved({ status: 'succeeded' });
    await merchant.delivery({ trx: told, status: 'delivered', next: null, deliveredAt: new Date() });
    expect(await textOf(`/payments/${told}`)).to.include(nothing);
    const { _id: untold } = await saved({ status: 'succeeded' });
    const { next } = await merchant.delivery({ trx: untold });
    const text = await textOf(`/payments/${untold}`);
    expect(text).to.not.include(nothing);
    expect(text).to.include('The merchant has not accepted payment.success yet: on its way</strong>, due since <time');
    expect(text).to.include(next?.at.toISOString() ?? 'no time');
  });

  it('name a payment and its refunds as their gateway knows them, for whoever looks there', async () => {
    const trx = randomUUID();
    const [ours, takenOver] = [aRefund(trx, 1), aRefund(trx, 2, { gatewayKey: 're_made_there' })];
    await saved(aPaidPayment({ _id: trx, merchantId: merchant.id, refunds: [ours, takenOver] }));
    const text = await textOf(`/payments/${trx}`);
    expect(text).to.include(`as ${trx}-1<`);
    for (const name of [`${trx}-r1`, 're_made_there'])
      expect(text).to.include(`at the gateway</span> <code data-copy>${name}<`);
  });

  it('fold the jobs of a payment, and say so of those that failed', async () => {
    const created = { event: 'created', from: null, to: 'authorizing', at: new Date(), actor: 'merchant' } as const;
    const payment = await saved({ status: 'succeeded', version: 3, history: [created] });
    const made = [1, 2, 3].map((version) => ({ id: payment._id, version }));
    for (const each of made) await addJob('card-authorization', each, 3_600_000);
    try {
      const text = await textOf(`/payments/${payment._id}`);
      const [, folded = ''] = /<summary>3 jobs<\/summary>(.*?)<\/details>/s.exec(text) ?? [];
      expect(folded.match(/Job card-authorization waits in its queue/g)).to.have.length(3);
      expect(text.replace(folded, '')).to.not.include('Job card-authorization');
    } finally {
      for (const each of made) await queueOf('card-authorization').remove(jobId('card-authorization', each));
    }
  });

  it('tell notifications that have not come yet from those that are kept no longer', async () => {
    const { _id: waiting } = await saved({});
    const { _id: ended } = await saved({ status: 'succeeded' });
    const { _id: untried } = await saved({ status: 'succeeded' });
    await merchant.delivery({ trx: untried });
    const { _id: delivered } = await saved({ status: 'succeeded' });
    await merchant.delivery({ trx: delivered, status: 'delivered', next: null });
    const cases: [trx: string, text: string][] = [
      [waiting, 'None yet. The merchant is told when the payment has a result.'],
      [ended, 'None to show. Each is kept for 30 days.'],
      [untried, 'No attempt yet.'],
      [delivered, 'Its attempts are kept no longer.'],
    ];
    for (const [trx, text] of cases) expect(await textOf(`/payments/${trx}`), text).to.include(text);
  });

  it('lead from one box to the one thing that is named, else to a list', async () => {
    const utr = String(randomInt(100_000_000_000, 1_000_000_000_000));
    const shows = aUpiPayment({ merchantId: merchant.id });
    const attempts = [{ ...newAttempt(shows._id, 1, 'sandbox-card'), reference: utr }];
    const { _id: trx } = await saved({ ...shows, attempts });
    const delivery = await merchant.delivery({ trx });
    const named = String(randomInt(10_000, 1_000_000_000));
    const record = await merchants.findOne({ _id: merchant.id });
    const numbered = await saved({ _id: record ? trxOf(record, named) : '', identifier: named });
    const email = `Ada.${named}@shop.example`;
    const charge = `ch_${named}`;
    const card = await saved({
      customer: { first_name: 'Ada', last_name: 'Lovelace', email, mobile: '+447700900123' },
      attempts: [{ ...newAttempt(trx, 1, 'sandbox-card'), reference: charge }],
    });
    const operator = await theOperator('viewer');
    const shop = `Teehaus (${named}) am Markt`;
    await merchants.updateOne({ _id: merchant.id }, { $set: { name: shop } });
    const cases: [text: string, to: string][] = [
      [` ${trx.toUpperCase()} `, `/payments/${trx}`],
      [trx.replaceAll('-', ''), `/payments/${trx}`], // as a UPI app shows it
      [`${trx.replaceAll('-', '')}1`.toUpperCase(), `/payments/${trx}`], // as a bank does that debited an account
      [delivery.eventId, `/payments/${trx}#${delivery._id}`],
      [delivery._id, `/payments/${trx}#${delivery._id}`],
      [merchant.id, `/merchants/${merchant.id}`],
      ['4242', '/payments?last4=4242'],
      [utr, `/payments/${trx}`],
      ['49.90', '/payments?amount=49.90'],
      ['1.234', '/payments?amount=1.234'],
      ['500', '/payments?amount=500'],
      ['49.90 EUR', '/payments?amount=49.90&currency=EUR'],
      ['1,249.50\u00a0EUR', '/payments?amount=1249.50&currency=EUR'], // as the console writes it
      ['inr 1,24,950', '/payments?amount=124950&currency=INR'],
      [named, `/payments/${numbered._id}`],
      [email, `/payments?${new URLSearchParams({ email }).toString()}`],
      [charge, `/payments/${card._id}`],
      [`haus (${named}) AM`, `/merchants/${merchant.id}`],
      [operator.email.toUpperCase(), `/audit?operator=${encodeURIComponent(operator.email)}`],
      [operator.id, `/audit?operator=${operator.id}`],
      ['', '/payments'],
    ];
    for (const [text, to] of cases)
      await open(`/search?q=${encodeURIComponent(text)}`)
        .expect(303)
        .expect('location', to);
    expect(await textOf(`/payments?email=${encodeURIComponent(email)}`)).to.include(`/payments/${card._id}`);
    expect(await textOf(`/payments?reference=${charge}`)).to.include(`/payments/${card._id}`);
  });

  it('lead to a list when several things are named alike', async () => {
    const second = new TestMerchant();
    await second.save();
    const [charge, words] = [`ch_${randomUUID()}`, `Teehaus ${randomUUID()}`];
    await merchants.updateMany({ _id: { $in: [merchant.id, second.id] } }, { $set: { name: words } });
    for (let count = 0; count < 2; count++)
      await saved({ attempts: [{ ...newAttempt(charge, 1, 'sandbox-card'), reference: charge }] });
    try {
      await open(`/search?q=${charge}`).expect('location', `/payments?reference=${charge}`);
      const to = `/merchants?${new URLSearchParams({ name: words }).toString()}`;
      await open(`/search?q=${encodeURIComponent(words)}`).expect('location', to);
      const text = await textOf(to);
      for (const { id } of [merchant, second]) expect(text).to.include(`href="/merchants/${id}"`);
      expect(await textOf('/merchants?name=no-such-shop')).to.include('No merchant is called so.');
    } finally {
      await second.remove();
    }
  });

  const sought: [text: string, why: string][] = [
    ['order & 7', 'Nothing is called “<bdi>order &amp; 7</bdi>”'],
    ['ab\0', 'Nothing is called'],
    ['a line of a log '.repeat(500), 'Nothing is called'],
    ['49.90 XYZ', 'XYZ is no currency'],
    ['49.905 EUR', 'Amounts in EUR have 2 decimals'],
    ['1.5 JPY', 'Amounts in JPY have no decimals'],
    ['+44 7700 900123', 'Phone numbers are not searched'],
    ['https://shop.example/ipn', 'Addresses are not searched'],
    ['4111 1111 1111 1111', 'look for its last four digits instead'],
  ];
  for (const [text, why] of sought)
    it(`say what cannot be searched: ${text.slice(0, 30)}`, async () => {
      expect(await textOf(`/search?q=${encodeURIComponent(text)}`)).to.include(why);
    });

  it('do not repeat what may be the number of a card', async () => {
    const main = /<main.*<\/main>/s.exec(await textOf('/search?q=4111111111111111'))?.[0];
    expect(main).to.include('Whole card numbers are kept nowhere').and.not.include('4111');
  });

  it('say what to do when there is nothing', async () => {
    const nobody = 'mer_nobody-at-all';
    expect(await textOf(`/payments?merchant=${nobody}`))
      .to.include('No payment fits')
      .and.include('<a href="/payments">Clear the search</a>');
    expect(await textOf(`/deliveries?trx=${randomUUID()}`)).to.include('No notification fits');
    expect(await textOf(`/audit?object=${nobody}`)).to.include('No line fits');
  });

  const mistaken: [path: string, why: string][] = [
    ['/payments?status=odd', 'status must be one of'],
    ['/deliveries?cursor=odd', 'cursor is not valid'],
    ['/differences?kind=odd', 'kind must be one of'],
    ['/audit?cursor=odd', 'cursor is not valid'],
    ['/merchants?cursor=odd', 'cursor is not valid'],
    ['/endpoints?disabled=odd', 'disabled must be'],
    ['/proofs?kind=odd', 'kind must be one of'],
  ];
  for (const [path, why] of mistaken)
    it(`say at ${path} that it cannot be searched, never that there is nothing`, async () => {
      const text = await textOf(path);
      expect(text).to.include(`The search cannot be made: ${why}`);
      expect(text).to.include(`<a href="${path.split('?')[0]}">Show all</a>`);
      expect(text).to.not.match(/Nothing waits|No \w+ yet|No endpoint is disabled|Nobody has done/);
    });

  const END = writeCursor({ at: new Date(0), id: '' });
  const ENDS: [path: string, cursor: string][] = [
    ...['/payments', '/refunds', '/disputes', '/deliveries', '/differences', '/merchants'].map(
      (path): [string, string] => [path, END],
    ),
    ['/audit', `aud_${'0'.repeat(24)}`],
    ['/endpoints', `ep_${'z'.repeat(22)}`],
    ['/proofs', toCursor([false, Date.UTC(2100, 0), ''])],
  ];
  for (const [path, cursor] of ENDS)
    it(`say at ${path}, where what stood further back is gone, only that, and lead to the beginning`, async () => {
      const text = await textOf(`${path}?cursor=${cursor}`);
      expect(text).to.match(/Nothing (is|waits) further back/);
      expect(text).to.include(`href="${path}?">Back to the`);
      expect(text).to.not.match(/Nothing waits for|No \w+ yet|No differences|Nobody has done/);
    });

  it('cut long identifiers between letters, whatever these are', async () => {
    const { _id: trx } = await saved({ identifier: `a${'🎉'.repeat(30)}` });
    expect(await textOf(`/payments?trx=${trx}`)).to.include(`>a${'🎉'.repeat(9)}…${'🎉'.repeat(6)}<`);
  });

  it('keep what is filtered by on the way back to the beginning', async () => {
    const cursor = `ep_${'z'.repeat(22)}`;
    expect(await textOf(`/endpoints?disabled=true&cursor=${cursor}`)).to.include(
      'href="/endpoints?disabled=true">Back',
    );
  });

  it('escape what customers, merchants and their servers send', async () => {
    const hostile = { first_name: HOSTILE, last_name: HOSTILE, email: HOSTILE, mobile: HOSTILE };
    const review = aMoneyReview({ reference: HOSTILE });
    const { local, account } = aUpiPayment();
    const about = { identifier: HOSTILE, details: HOSTILE, siteName: HOSTILE, customer: hostile, review, account };
    const { _id: trx } = await saved({ ...about, ...(local && { local }), method: 'upi', status: 'awaiting_payment' });
    const attempt = {
      id: 'a-test',
      at: new Date(),
      durationMs: 1,
      status: 500,
      error: 'http',
      response: HOSTILE,
    } as const;
    const delivery = await merchant.delivery({ trx, attempts: [{ ...attempt, trigger: 'automatic' }] });
    try {
      for (const path of [`/payments/${trx}`, `/payments?trx=${trx}`, `/proofs/${trx}`, `/deliveries?trx=${trx}`]) {
        const text = await textOf(path);
        expect(text, path).not.to.include('<script>').and.not.to.include(HOSTILE);
        expect(text, path).to.include(ESCAPED);
      }
      const searched = await textOf(`/payments?identifier=${encodeURIComponent(HOSTILE)}`);
      expect(searched).to.include(`value="${ESCAPED}"`).and.not.to.include('<script>');
    } finally {
      await deliveries.deleteOne({ _id: delivery._id });
    }
  });

  it('keep a customer’s name from turning the number after it, as one in Arabic does', async () => {
    const customer = { first_name: 'أحمد', last_name: 'علي', email: 'a@shop.example', mobile: '+8801712345678' };
    const { _id: trx } = await saved({ customer });
    expect(await textOf(`/payments/${trx}`)).to.include(
      '<bdi>أحمد علي</bdi>, <bdi>a@shop.example</bdi>, +8801712345678',
    );
  });

  it('say of the rate of a payment when it was set, which is not when it was frozen', async () => {
    const rate = { value: '0.8612', source: 'a test', at: new Date('2026-01-02T03:04:05Z') };
    const { _id: trx } = await saved({ rate });
    expect(await textOf(`/payments/${trx}`)).to.match(
      /1 USD = 0\.8612 EUR, a test, set <time datetime="2026-01-02T03:04:05\.000Z">.*?<\/time>; frozen when the payment was made\./,
    );
  });

  it('say of a test payment that it is a test, and what it waits for', async () => {
    const { _id: trx } = await saved({ status: 'challenged' });
    const text = await textOf(`/payments/${trx}`);
    expect(text).to.include('This is a test payment.').and.include("Waits for the customer on the issuer's page");
    expect(text).to.include(`<code data-copy>trx=${trx}</code>`);
    expect(text).to.match(/Next look by [a-z-]+ at <time datetime="[^"]+">[^<]+ UTC<\/time>\./);
    expect(await textOf(`/payments?trx=${trx}`)).to.include('<span class="mode">Test</span>');
  });
});
