import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beginCheckout } from '../checkout/shopper.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { closeBrowser, DESKTOP, fillCard, isTooWide, PAY, PHONE, violationsOf, withPage } from './browser.js';

const INDIAN = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', mobile: '+919876543210' };
const BANGLADESHI = { ...INDIAN, mobile: '+8801712345678' };

const SETTLING = 'DE89370400440532013000';
const REFUSING = 'DE62370400440532013001';

const pay = (page: Page) => page.click(PAY);
const card = (number: string) => async (page: Page) => {
  await fillCard(page, number);
  await pay(page);
};
const choose = (page: Page, name: RegExp) => page.locator('details.method > summary', { hasText: name }).click();
const debit = (iban: string) => async (page: Page) => {
  await choose(page, /SEPA/);
  await page.fill('#iban', iban);
  await page.fill('#account_holder', 'Ada Lovelace');
  await pay(page);
};

interface Road {
  method: string;
  changes: object;
  go: (page: Page) => Promise<void>;
}

/** From the page to the shop's thanks, by each method. */
const ROADS: Road[] = [
  { method: 'a card', changes: {}, go: card('4242 4242 4242 4242') },
  {
    method: 'a card with 3-D Secure',
    changes: {},
    async go(page) {
      await card('4000 0000 0000 3220')(page);
      await page.fill('#code', '666666');
      await page.click('button[value=submit]');
    },
  },
  { method: 'UPI', changes: { currency: 'INR', amount: 250, customer: INDIAN }, go: pay },
  {
    method: 'a wallet',
    changes: { currency: 'BDT', amount: 500.11, customer: BANGLADESHI },
    async go(page) {
      await pay(page);
      await page.click('button[value=confirm]');
    },
  },
  { method: 'SEPA direct debit', changes: { payment_method_type: 'card_and_sepa' }, go: debit(SETTLING) },
];

/** Every state of the page, and how a customer gets there. */
const STATES: { state: string; changes?: object; go?: (page: Page) => Promise<void>; shows: string }[] = [
  { state: 'open', shows: '#number' },
  { state: 'with several methods', changes: { payment_method_type: 'card_and_sepa' }, shows: 'details.method' },
  {
    state: 'with the mandate',
    changes: { payment_method_type: 'card_and_sepa' },
    go: (page) => choose(page, /SEPA/),
    shows: '#iban',
  },
  { state: 'with mistakes', go: pay, shows: '.field.wrong' },
  { state: 'declined', go: card('4000000000000002'), shows: '.notice.wrong' },
  {
    state: 'with an open challenge',
    async go(page) {
      const { href } = new URL(page.url());
      await card('4000000000003220')(page);
      await page.waitForSelector('#code');
      await page.goto(href);
    },
    shows: 'button[value=cancel]',
  },
  {
    state: 'paying over UPI',
    changes: { currency: 'INR', amount: 100.11, customer: INDIAN },
    go: pay,
    shows: '.waiting',
  },
  {
    state: 'paying by a wallet',
    changes: { currency: 'BDT', amount: 500.11, customer: BANGLADESHI },
    async go(page) {
      const { href } = new URL(page.url());
      await pay(page);
      await page.waitForSelector('button[value=confirm]');
      await page.goto(href);
    },
    shows: 'button[value=change]',
  },
  {
    state: 'under way as a direct debit',
    changes: { payment_method_type: 'card_and_sepa' },
    go: debit(SETTLING),
    shows: '.facts',
  },
  {
    state: 'cancelled',
    async go(page) {
      const { href } = new URL(page.url());
      await page.click('button[value=cancel]');
      await page.waitForURL(/cart/);
      await page.goto(href);
    },
    shows: '.result.bad',
  },
  {
    state: 'paid',
    async go(page) {
      const { href } = new URL(page.url());
      await card('4242424242424242')(page);
      await page.waitForURL(/thanks/);
      await page.goto(href);
    },
    shows: '.result.good',
  },
];

describe('the hosted page in a browser', function () {
  this.timeout(90_000);
  let tollgate: Tollgate;
  /** One whose customers and banks do nothing while a page is looked at. */
  let patient: Tollgate;
  let shop: Server;
  let shopUrl: string;

  before(async () => {
    shop = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<title>The shop</title>'));
    shop.listen(0, '127.0.0.1');
    await once(shop, 'listening');
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`; // a TCP server's address is one
    tollgate = await startTollgate({ env: { SANDBOX_CUSTOMER_DELAY: '1.5' } });
    patient = await startTollgate({
      processes: ['web', 'payments', 'sandbox'],
      env: { SANDBOX_CUSTOMER_DELAY: '600' },
    });
  });
  after(async () => {
    await closeBrowser();
    await Promise.all([tollgate.stop(), patient.stop()]);
    shop.closeAllConnections();
    shop.close();
  });

  const begin = (changes: object = {}, at = tollgate) =>
    beginCheckout(at, { success_url: `${shopUrl}/thanks`, cancel_url: `${shopUrl}/cart`, ...changes });

  for (const [size, device] of Object.entries({ desktop: DESKTOP, 'a phone': PHONE }))
    for (const [language, locale] of Object.entries({ English: 'en-GB', Bengali: 'bn-BD' })) {
      for (const { method, changes, go } of ROADS)
        it(`is paid by ${method} on ${size} in ${language}, once`, () =>
          withPage({ ...device, locale }, async (page, complaints) => {
            const checkout = await begin(changes);
            await page.goto(checkout.url);
            await go(page);
            await page.waitForURL(`${shopUrl}/thanks`, { timeout: 20_000 });
            expect(complaints).to.deep.equal([]);
            expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
            expect(await checkout.charges()).to.have.length(1);
          }));

      for (const { state, changes, go, shows } of STATES)
        it(`has no fault that axe finds, no report and no sideways scrolling ${state}, on ${size} in ${language}`, () =>
          withPage({ ...device, locale }, async (page, complaints) => {
            await page.goto((await begin(changes, patient)).url);
            await go?.(page);
            await page.waitForSelector(shows);
            expect(await violationsOf(page)).to.deep.equal([]);
            expect(await isTooWide(page)).to.equal(false);
            expect(complaints).to.deep.equal([]);
          }));
    }

  describe('without JavaScript', () => {
    const without = { ...PHONE, javaScriptEnabled: false };

    it('takes a card, after a mistake and a decline', () =>
      withPage(without, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        await pay(page);
        await page.waitForSelector('.notice.wrong a[href="#number"]');
        await card('4000000000009995')(page);
        await page.waitForSelector('text=There is not enough money on the card');
        await card('4242424242424242')(page);
        await page.waitForURL(`${shopUrl}/thanks`);
        expect(await checkout.charges()).to.have.length(1);
      }));

    it('is cancelled', () =>
      withPage(without, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        await page.click('button[value=cancel]');
        await page.waitForURL(`${shopUrl}/cart`);
        expect(await checkout.status()).to.include({ payment_status: 'cancelled' });
      }));

    it('leads on by itself while the gateway hangs', () =>
      withPage(without, async (page) => {
        await page.goto((await begin()).url);
        await card('4000 0000 0000 0770')(page);
        await page.waitForURL(`${shopUrl}/thanks`, { timeout: 30_000 });
      }));
  });

  it('charges once for a double click', () =>
    withPage(DESKTOP, async (page) => {
      const checkout = await begin();
      await page.goto(checkout.url);
      await fillCard(page, '4242424242424242');
      await page.dblclick(PAY);
      await page.waitForURL(`${shopUrl}/thanks`);
      expect(await checkout.charges()).to.have.length(1);
    }));

  it('shows the result to the back button, and charges no more', () =>
    withPage(DESKTOP, async (page) => {
      const checkout = await begin();
      await page.goto(checkout.url);
      await card('4242424242424242')(page);
      await page.waitForURL(`${shopUrl}/thanks`);
      await page.goBack();
      await page.waitForSelector('.result.good');
      await page.reload();
      await page.waitForSelector('.result.good');
      expect(await checkout.charges()).to.have.length(1);
    }));

  it('groups the digits, lights the network and keeps what was typed when the language changes', () =>
    withPage(DESKTOP, async (page, complaints) => {
      await page.goto((await begin()).url);
      await page.locator('#number').pressSequentially('378282246310005');
      await page.locator('#expiry').pressSequentially('134');
      expect(await page.inputValue('#number')).to.equal('3782 822463 10005');
      expect(await page.locator('.brand:not(.faded)').count()).to.equal(1);
      expect(await page.textContent('#cvv-hint')).to.equal('4 digits on the front');
      await page.click('.languages a[hreflang=bn]');
      await page.waitForSelector('html[lang=bn]');
      expect(await page.inputValue('#number')).to.equal('3782 822463 10005');
      expect(await page.textContent('#cvv-hint')).to.equal('কার্ডের সামনের ৪টি সংখ্যা');
      expect(complaints).to.deep.equal([]);
    }));

  it('ends as failed when the bank refuses a direct debit', () =>
    withPage(DESKTOP, async (page) => {
      const checkout = await begin({ payment_method_type: 'card_and_sepa' });
      await page.goto(checkout.url);
      await debit(REFUSING)(page);
      await page.waitForSelector('.result.bad', { timeout: 20_000 });
      expect(await checkout.status()).to.include({ payment_status: 'failed', iban: 'DE62 … 3001' });
      const stored = JSON.stringify(await tollgate.database.collection('payments').find().toArray());
      expect(stored).to.not.include(REFUSING);
      expect(tollgate.logs()).to.not.include(REFUSING);
    }));
});
