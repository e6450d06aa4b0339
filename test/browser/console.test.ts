import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { PASSWORD, anOperator, startConsole, type TestConsole, type TestOperator } from '../console/console.js';
import { storeFirstAccounts } from '../../src/gateways/accounts.js';
import { payments } from '../../src/payments/payment.model.js';
import { merchants, type MerchantRecord } from '../../src/merchants/merchant.model.js';
import { sessions } from '../../src/console/session/sessions.js';
import { createOperator } from '../../src/console/operators/operators.js';
import { disableEndpoint } from '../ipn/lessons.js';
import { discrepancies } from '../../src/reconciliation/discrepancy.model.js';
import { aDiscrepancy } from '../reconciliation/a-discrepancy.js';
import { TestMerchant } from '../ipn/a-delivery.js';
import { aPayment } from '../payments/a-payment.js';
import { aMoneyReview, aProof, aUpiPayment, stored } from '../proofs/a-local-payment.js';
import { DESKTOP, isTooWide, LOOK_RULES, NARROWEST, PHONE, violationsOf, withPage } from './browser.js';

const REFUSAL = /The amount seen is 12.00 INR/;

describe('the console in a browser', () => {
  const merchant = new TestMerchant();
  const succeeded = aPayment({ merchantId: merchant.id, status: 'succeeded', next: null });
  const proof = aUpiPayment({ merchantId: merchant.id, proof: aProof({ overdue: true }) });
  const money = aUpiPayment({ merchantId: merchant.id, review: aMoneyReview() });
  const untold = aPayment({
    merchantId: merchant.id,
    status: 'unresolved',
    told: { attempt: 1, closing: 'refused' },
    review: aMoneyReview({ kind: 'not_told', amount: 0, currency: 'EUR', reference: `${'c0ffee'.repeat(5)}n1` }),
  });
  const large = aPayment({
    merchantId: merchant.id,
    amounts: {
      currency: 'EUR',
      gross: 9_999_999_999,
      charge: 99_999_999,
      grossUsd: 9_999_999_999,
      chargeUsd: 99_999_999,
    },
  });
  const made = [succeeded, proof, money, untold, large];
  const differing = aDiscrepancy({ trx: succeeded._id, merchantId: merchant.id });
  let console: TestConsole;
  let admin: TestOperator;
  before(async () => {
    console = await startConsole();
    admin = await anOperator('admin');
    await storeFirstAccounts();
    await merchant.save();
    await payments.insertMany(made);
    await discrepancies.insertOne(differing);
    const attempt = {
      id: 'a-test',
      at: new Date(),
      durationMs: 3,
      status: 500,
      error: 'http',
      response: '<h1>no</h1>',
    } as const;
    await merchant.delivery({
      trx: succeeded._id,
      status: 'exhausted',
      next: null,
      attempts: [{ ...attempt, trigger: 'automatic' }],
    });
    await disableEndpoint({
      merchantId: merchant.id,
      mode: 'test',
      host: `${'h'.repeat(60)}.`.repeat(3) + 'example:443',
    });
  });
  after(async () => {
    await console.close();
    await merchant.remove();
    await discrepancies.deleteOne({ _id: differing._id });
    await payments.deleteMany({ _id: { $in: made.map(({ _id }) => _id) } });
  });

  const pages = () => [
    '/',
    '/payments',
    '/payments?last4=x&trx=y',
    `/payments/${succeeded._id}`,
    `/payments/${large._id}`,
    `/proofs/${proof._id}`,
    `/proofs/${money._id}`,
    `/proofs/${untold._id}`,
    '/refunds',
    '/disputes',
    '/differences',
    `/differences/${differing._id}`,
    '/deliveries',
    `/deliveries?recover=${merchant.id}&since=2026-01-01T00:00`,
    '/endpoints',
    '/gateways',
    '/gateways?connector=sandbox',
    '/gateways/sandbox-sepa',
    '/route',
    `/route?merchant=${merchant.id}&method=card&currency=EUR&amount=49.90`,
    '/merchants',
    `/merchants/${merchant.id}`,
    '/operators',
    `/operators/${admin.id}`,
    '/audit',
    '/search?q=nothing-is-called-so',
    '/nonsense',
  ];

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${console.url}/login`);
    await page.fill('#email', admin.email);
    await page.fill('#password', PASSWORD);
    await page.click('main button');
    await page.waitForURL(`${console.url}/`);
  }

  for (const [where, options, rules] of [
    ['on a desktop', { ...DESKTOP, timezoneId: 'Asia/Kolkata' }, undefined],
    ['on the narrowest phone in the dark', { ...NARROWEST, colorScheme: 'dark' as const }, LOOK_RULES],
  ] as const)
    it(`has no fault that axe finds and keeps to its policy on any page, ${where}`, async () => {
      await withPage(options, async (page, complaints) => {
        await signIn(page);
        const faults: string[] = [];
        for (const path of pages()) {
          await page.goto(console.url + path);
          faults.push(...(await violationsOf(page, rules)).map((fault) => `${path} ${fault}`));
          if (await isTooWide(page)) faults.push(`${path} is too wide`);
        }
        expect([...faults, ...complaints]).to.deep.equal([]);
      });
    });

  for (const [where, options] of [
    ['a desktop', DESKTOP],
    ['a tablet', { viewport: { width: 768, height: 1024 } }],
    ['a phone', PHONE],
  ] as const)
    it(`holds the longest name of a merchant, host and e-mail, without a gap, on ${where}`, async () => {
      const { id } = await createOperator({
        email: `${where.at(-1)}${randomUUID()}${'w'.repeat(25)}@example.com`,
        role: 'viewer',
        password: PASSWORD,
      });
      await merchants.updateOne({ _id: merchant.id }, { $set: { name: 'W'.repeat(255) } });
      await withPage(options, async (page) => {
        await signIn(page);
        const tooWide: string[] = [];
        for (const path of [...pages(), `/operators/${id}`]) {
          await page.goto(console.url + path);
          await page.evaluate('for (const folded of document.querySelectorAll("main details")) folded.open = true');
          if (await isTooWide(page)) tooWide.push(path);
        }
        await page.goto(`${console.url}/merchants/${merchant.id}`);
        for (const press of ['suspend', 'activate']) {
          await page.evaluate(`document.querySelector('form[action$="/${press}"]').submit()`);
          await page.locator('.note').waitFor();
          if (await isTooWide(page)) tooWide.push(`the note after ${press}`);
        }
        expect(tooWide).to.deep.equal([]);
        const [find, role] = [page.locator('.frame .find'), page.locator('.frame .who .tag')];
        const [a, b] = [await find.boundingBox(), await role.boundingBox()];
        const isBeside = a && b && (a.x + a.width <= b.x || b.y + b.height <= a.y || a.y + a.height <= b.y);
        expect(isBeside).to.equal(true);
      });
    });

  it('has no fault that axe finds where a form was refused', async () => {
    await withPage(NARROWEST, async (page) => {
      await signIn(page);
      await page.goto(`${console.url}/gateways/sandbox-sepa`);
      for (const name of ['priority', 'creditor_name']) await page.fill(`[name=${name}]`, '');
      await page.locator('[name^=bound_][name$=_maximum]').last().fill('100');
      await page.click('form[aria-labelledby=settings] button');
      await page.locator('.note.failed').waitFor();
      expect(await page.locator('[aria-invalid]').count()).to.equal(4); // the row's method and currency, too
      expect(await violationsOf(page)).to.deep.equal([]);
      expect(await isTooWide(page)).to.equal(false);
    });
  });

  it("says how long ago things were with the UTC beside, and on hover the viewer's own time", async () => {
    await withPage({ ...DESKTOP, timezoneId: 'Asia/Kolkata' }, async (page) => {
      await signIn(page);
      await page.goto(`${console.url}/payments/${succeeded._id}`);
      const time = page.locator('.timeline time').first();
      const at = (await time.getAttribute('datetime')) ?? '';
      const there = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString();
      expect(await time.getAttribute('title')).to.include(there.slice(11, 19));
      expect(await time.textContent()).to.match(/^(now|\d+ (second|minute)s? ago) \d{4}-/);
      expect(await time.locator('.utc').textContent()).to.equal(`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`);
      expect(await page.textContent('footer')).to.match(/All times are UTC; point at one for Asia\/(Kolkata|Calcutta)/);
    });
  });

  it('goes on saying how long ago things were, in the words of the server and by its clock', async () => {
    await withPage(DESKTOP, async (page) => {
      await page.clock.install({ time: new Date('2020-01-01T00:00:00Z') }); // a wrong one
      await signIn(page);
      await page.goto(`${console.url}/payments?merchant=${merchant.id}`);
      const ages = () => page.locator('td.when .ago').allTextContents();
      expect((await ages()).every((age) => /^(now|\d+ (seconds?|minutes?) ago)$/.test(age))).to.equal(true);
      await page.clock.fastForward('03:00:00');
      expect(new Set(await ages())).to.deep.equal(new Set(['3 hours ago']));
    });
  });

  it("shows the newest hours of the overview's chart on a phone, with and without JavaScript", async () => {
    for (const javaScriptEnabled of [true, false])
      await withPage({ ...PHONE, javaScriptEnabled }, async (page) => {
        await signIn(page);
        const chart = await page.locator('.chart').boundingBox();
        const frame = await page.locator('.wide:has(.chart)').boundingBox();
        const [right, edge] = [chart, frame].map((box) => (box ? Math.round(box.x + box.width) : NaN));
        expect(right).to.equal(edge);
        expect(chart?.x).to.be.below(0);
      });
  });

  it('says at the amount while it is typed that it is another one, and nothing while it may still be right', async () => {
    await withPage(DESKTOP, async (page) => {
      await signIn(page);
      await page.goto(`${console.url}/proofs/${proof._id}`);
      const says = page.locator('#amount ~ #amount-says');
      for (const [typed, words] of [
        ['4', /^$/],
        ['49', /^$/],
        ['499', /^Agrees with the 499.00\sINR/],
        ['499.0', /^Agrees/],
        ['499.01', /^Not the 499.00\sINR asked for/],
        ['4,99', /without a comma/],
        ['', /^$/],
      ] as const) {
        await page.fill('#amount', typed);
        expect(await says.textContent(), typed).to.match(words);
      }
      await page.fill('#amount', '49');
      await page.keyboard.press('Tab');
      expect(await says.textContent()).to.match(/Only equal amounts/);
      expect(await page.getAttribute('#amount', 'aria-invalid')).to.equal('true');
    });
  });

  it('lets a reviewer decide with the keyboard alone, and with the wrong amount says so', async () => {
    await withPage(DESKTOP, async (page) => {
      await signIn(page);
      await page.goto(`${console.url}/proofs/${proof._id}`);
      await page.keyboard.press('a');
      await page.keyboard.type('12');
      expect(await page.textContent('#amount-says')).to.match(/Only equal amounts/);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.note.failed');
      expect(await page.textContent('.note.failed')).to.match(REFUSAL);
      expect(await page.evaluate('document.activeElement.className')).to.equal('note failed');
      await page.keyboard.press('a');
      await page.fill('#amount', '499');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.note.done');
      expect((await stored(proof._id)).status).to.equal('succeeded');
    });
  });

  it('shows where the focus is in the head of the board as on its own pages', async () => {
    await withPage(DESKTOP, async (page) => {
      await signIn(page);
      for (const path of ['/', '/queues']) {
        await page.goto(console.url + path);
        await page.focus('.find input');
        expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), path).to.equal('solid');
      }
    });
  });

  it('has room above the board for its head on the narrowest phone', async () => {
    await withPage(NARROWEST, async (page) => {
      await signIn(page);
      await page.goto(`${console.url}/queues`);
      const head = await page.locator('.frame').boundingBox();
      const last = await page.locator('.frame nav').boundingBox();
      expect((last?.y ?? NaN) + (last?.height ?? NaN)).to.be.within(0, (head?.height ?? NaN) + 2);
    });
  });

  it('tells the colours of the chart apart where a browser has colours of its own', async () => {
    await withPage({ ...DESKTOP, forcedColors: 'active' }, async (page) => {
      await signIn(page);
      const colours = `[...document.querySelectorAll('.legend li')].map(
        (kind) => getComputedStyle(kind, '::before').backgroundColor)`;
      expect(new Set(await page.evaluate<string[]>(colours))).to.have.property('size', 4);
    });
  });

  it('sends a form once, however often it is pressed before there is an answer, and again after Back', async () => {
    const name = `Twice ${randomUUID()}`;
    const insert = merchants.insertOne.bind(merchants);
    await withPage(DESKTOP, async (page, complaints) => {
      await signIn(page);
      await page.goto(`${console.url}/merchants`);
      const press = async () => {
        await page.evaluate('document.querySelector("details.card").open = true');
        await page.fill('#name', name);
        const place = await page.locator('form[action="/merchants"][method=post] button').boundingBox();
        const click = () => page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5); // waits for no navigation
        const { mock: inserted } = mock.method(merchants, 'insertOne', async (merchant: MerchantRecord) => {
          inserted.restore();
          await click(); // while nobody has answered
          return insert(merchant);
        });
        await click();
        await page.locator('section.once').waitFor();
      };
      await press();
      expect(await merchants.countDocuments({ name })).to.equal(1);
      await page.goBack();
      await press();
      expect(await merchants.countDocuments({ name })).to.equal(2);
      expect(complaints).to.deep.equal([]);
    });
    await merchants.deleteMany({ name });
  });

  it('says above a list what is new, and shows it when asked to', async () => {
    await withPage(DESKTOP, async (page, complaints) => {
      await signIn(page);
      await page.goto(`${console.url}/payments?merchant=${merchant.id}`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter'); // skips to the content, which the address tells from then on
      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
      const lookAs = (visible: string) =>
        page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${visible}', configurable: true });
          document.dispatchEvent(new Event('visibilitychange'))`);
      const late = aPayment({ merchantId: merchant.id });
      made.push(late);
      await payments.insertOne(late);
      await payments.updateOne({ _id: proof._id }, { $set: { status: 'failed' } });
      await lookAs('hidden');
      expect(asked).to.deep.equal([]);
      await lookAs('visible');
      await page.waitForSelector('.live a');
      expect(await page.textContent('.live')).to.equal('1 new, 1 changed: show them');
      expect(await page.locator(`a[href="/payments/${late._id}"]`).count()).to.equal(0);
      await page.click('.live a');
      await page.waitForSelector(`a[href="/payments/${late._id}"]`);
      expect((await page.textContent('.live'))?.trim()).to.equal('');
      await payments.updateOne({ _id: proof._id }, { $set: { status: 'awaiting_payment' } });
      expect(complaints).to.deep.equal([]);
      await sessions.deleteMany({ operatorId: admin.id });
      await lookAs('visible');
      await page.waitForSelector('.live a');
      expect(await page.textContent('.live')).to.equal('You are signed out: sign in to see what is new');
    });
  });

  it('says above a list that something fits its filter no more, and that it changed', async () => {
    await withPage(DESKTOP, async (page, complaints) => {
      await signIn(page);
      const waits = aUpiPayment({ merchantId: merchant.id });
      made.push(waits);
      await payments.insertOne(waits);
      const look = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.goto(`${console.url}/payments?trx=${waits._id}&status=pending`);
      await payments.updateOne({ _id: waits._id }, { $set: { status: 'succeeded' } });
      await look();
      await page.waitForSelector('.live a');
      expect(await page.textContent('.live')).to.equal('1 changed: show it');
      await page.click('.live a');
      await page.waitForSelector('.empty');
      const answered = page.waitForResponse(/api/);
      await look();
      await (await answered).finished();
      expect(await page.locator('.live a').count()).to.equal(0);
      expect(complaints).to.deep.equal([]);
    });
  });

  it('works without JavaScript', async () => {
    await withPage({ ...DESKTOP, javaScriptEnabled: false }, async (page) => {
      await signIn(page);
      await page.goto(`${console.url}/proofs/${money._id}`);
      await page.selectOption('#reason', { index: 1 });
      await page.click('[data-reject] button');
      expect(await page.textContent('.note.done')).to.include('Refused: payment');
      expect((await stored(money._id)).status).to.equal('failed');
    });
  });
});
