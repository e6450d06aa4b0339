import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/until.js';
import { DESKTOP, PHONE, withPage } from './browser.js';
import {
  beginAt,
  fillCard,
  IBAN,
  PAY,
  payByCard,
  payByDebit,
  SEPA,
  UPI,
  WALLET,
  type BrowserCheckout,
} from './customer.js';
import { thePlace, type Place } from './place.js';
import { inParallel } from '../support/in-parallel.js';

const APPROVED = '4242424242424242';
/** Charged, but the gateway hangs until it is asked again. */
const HANGING = '4000000000000770';

interface Road {
  method: string;
  changes?: object;
  go: (page: Page, checkout: BrowserCheckout) => Promise<unknown>;
}

/** From the page to the shop's thanks, by each method. */
const ROADS: Road[] = [
  { method: 'a card', go: (page) => payByCard(page, APPROVED) },
  {
    method: 'a card with 3-D Secure',
    async go(page) {
      await payByCard(page, '4000000000003220');
      await page.fill('#code', '666666');
      await page.click('button[value=submit]');
    },
  },
  {
    method: 'UPI',
    changes: UPI,
    async go(page, { simulate }) {
      await page.click(PAY);
      await page.waitForSelector('.waiting');
      await simulate('confirm');
    },
  },
  {
    method: 'a wallet',
    changes: WALLET,
    async go(page) {
      await page.click(PAY);
      await page.click('button[value=confirm]');
    },
  },
  {
    method: 'SEPA direct debit',
    changes: SEPA,
    async go(page, { simulate }) {
      await payByDebit(page);
      await page.waitForSelector('.centred .facts code');
      await simulate('confirm');
    },
  },
];

const LOOKS = [
  { look: 'a desktop in English', options: { ...DESKTOP, locale: 'en-GB' } },
  { look: 'a phone in Bengali', options: { ...PHONE, locale: 'bn-BD' } },
];

const JOURNEYS = ROADS.flatMap((road) => LOOKS.map((look) => ({ ...road, ...look })));

describe('paying on the hosted page in a browser', function () {
  this.timeout(300_000);
  let place: Place;
  let arrive: (journey: (typeof JOURNEYS)[number]) => Promise<void>;

  const begin = (changes?: object) => beginAt(place, changes);
  const thanks = (page: Page) => page.waitForURL(`${place.shopUrl}/thanks`);

  before(async () => {
    place = await thePlace();
    arrive = inParallel(JOURNEYS, ({ changes, go, options }) =>
      withPage(options, async (page, complaints) => {
        const checkout = await begin(changes);
        await page.goto(checkout.url);
        await go(page, checkout);
        await thanks(page);
        expect(complaints).to.deep.equal([]);
        expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
        expect(await checkout.charges()).to.have.length(1);
      }),
    );
  });

  for (const journey of JOURNEYS)
    it(`leads to the shop's thanks by ${journey.method} on ${journey.look}, charged once`, () => arrive(journey));

  describe('without JavaScript', () => {
    const without = { ...PHONE, javaScriptEnabled: false };

    it('takes a card, after a mistake and a decline', () =>
      withPage(without, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        await page.click(PAY);
        await page.waitForSelector('.notice.wrong a[href="#number"]');
        await payByCard(page, '4000000000009995');
        await page.waitForSelector('text=There is not enough money on the card');
        await payByCard(page, APPROVED);
        await thanks(page);
        expect(await checkout.charges()).to.have.length(1);
      }));

    it('cancels the payment with a form', () =>
      withPage(without, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        await page.click('button[value=cancel]');
        await page.waitForURL(`${place.shopUrl}/cart`);
        expect(await checkout.status()).to.include({ payment_status: 'cancelled' });
      }));

    it('leads on by itself while the gateway hangs', () =>
      withPage(without, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        await payByCard(page, HANGING);
        await thanks(page);
        expect(await checkout.charges()).to.have.length(1);
      }));
  });

  describe('charges once', () => {
    /** What impatient customers do with a form that is filled in. */
    const IMPATIENCE: [
      what: string,
      number: string,
      act: (page: Page, checkout: BrowserCheckout) => Promise<unknown>,
    ][] = [
      ['for a double click', APPROVED, (page) => page.dblclick(PAY)],
      [
        'when the page is loaded again while the gateway is asked',
        HANGING,
        async (page, { url, status }) => {
          await page.click(PAY, { noWaitAfter: true });
          await until('the gateway is asked', async () => 'requires_3ds' in (await status()));
          await page.goto(url);
        },
      ],
      [
        'when two tabs pay at the same moment',
        APPROVED,
        async (page, { url }) => {
          const second = await page.context().newPage();
          await second.goto(url);
          await fillCard(second, '5555555555554444');
          await Promise.all([page.click(PAY), second.click(PAY)]);
          await thanks(second);
        },
      ],
      [
        'when a second tab pays after the first, and shows the result there',
        APPROVED,
        async (page, { url }) => {
          const second = await page.context().newPage();
          await second.goto(url);
          await fillCard(second, '5555555555554444');
          await page.click(PAY);
          await thanks(page);
          await second.click(PAY);
          await thanks(second);
          await second.goto(url);
          await second.waitForSelector('.result.good');
        },
      ],
    ];
    for (const [what, number, act] of IMPATIENCE)
      it(what, () =>
        withPage(DESKTOP, async (page) => {
          const checkout = await begin();
          await page.goto(checkout.url);
          await fillCard(page, number);
          await act(page, checkout);
          await page.waitForSelector('.result.good, h1:text-is("Thank you")');
          expect(await checkout.charges()).to.have.length(1);
        }),
      );

    it('for the back button and a reload after it, which show the result', () =>
      withPage(DESKTOP, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        await payByCard(page, APPROVED);
        await thanks(page);
        await page.goBack();
        await page.waitForSelector('.result.good');
        await page.reload();
        await page.waitForSelector('.result.good');
        expect(await checkout.charges()).to.have.length(1);
      }));

    for (const javaScriptEnabled of [true, false])
      it(`for the back button after a bank was left for another card, ${javaScriptEnabled ? 'with' : 'without'} script`, () =>
        withPage({ ...DESKTOP, javaScriptEnabled }, async (page) => {
          const checkout = await begin();
          await page.goto(checkout.url);
          await payByCard(page, '4000000000003220');
          await page.waitForSelector('#code');
          await page.click('button[value=cancel]');
          await page.waitForSelector('.notice.wrong');
          await payByCard(page, '4000000000003220');
          await page.waitForSelector('#code');
          await page.goBack();
          await page.waitForSelector('h1:text-is("Your bank asks you to confirm")');
          await page.goForward();
          await page.fill('#code', '666666');
          await page.click('button[value=submit]');
          await thanks(page);
          await page.goBack(); // to the bank, which leads on
          await page.goBack();
          await page.waitForSelector('.result.good');
          expect(await checkout.charges()).to.have.length(1);
        }));

    it('for the back button to a page that told of a decline, which shows the result too', () =>
      withPage(DESKTOP, async (page) => {
        const checkout = await begin();
        await page.goto(checkout.url);
        await payByCard(page, '4000000000000002');
        await page.waitForSelector('.notice.wrong');
        await payByCard(page, APPROVED);
        await thanks(page);
        await page.goBack();
        await page.waitForSelector('.result.good');
        expect(await checkout.charges()).to.have.length(1);
      }));
  });

  it('ends as failed when the bank refuses a direct debit, and keeps the IBAN nowhere', () =>
    withPage(DESKTOP, async (page) => {
      const checkout = await begin(SEPA);
      await page.goto(checkout.url);
      await payByDebit(page);
      await page.waitForSelector('.centred .facts code');
      await checkout.simulate('fail');
      await page.waitForSelector('.result.bad');
      expect(await checkout.status()).to.include({ payment_status: 'failed', iban: 'DE89 … 3000' });
      const stored = JSON.stringify(await place.tollgate.database.collection('payments').find().toArray());
      expect(stored).to.not.include(IBAN);
      expect(place.tollgate.logs()).to.not.include(IBAN);
    }));
});
