import { expect } from 'chai';
import { beginAt, IBAN, SEPA, UPI, WALLET, type BrowserCheckout } from '../browser/customer.js';
import { thePlace, type Place } from '../browser/place.js';
import { chromium } from './chromium.js';
import type { Browser, Customer } from './customer.js';
import { firefox } from './firefox.js';
import { webkit } from './webkit.js';

const BROWSERS: Browser[] = [chromium, firefox, webkit];

const APPROVED = '4242424242424242';
const CHALLENGED = '4000000000003220';
const NO_FUNDS = '4000000000009995';

/** The button of the method that is open. */
const PAY = 'button[name=action][value=pay]';

async function payByCard(customer: Customer, number: string): Promise<void> {
  await customer.fill('#number', number);
  await customer.fill('#expiry', '12/34');
  await customer.fill('#cvv', '123');
  await customer.fill('#holder', 'Ada Lovelace');
  await customer.press(PAY);
}

interface Journey {
  name: string;
  /** What makes it a payment by that method. */
  changes?: object;
  withoutScripts?: boolean;
  go: (customer: Customer, checkout: BrowserCheckout) => Promise<unknown>;
}

/** Each from the hosted page to the shop's thanks. */
const JOURNEYS: Journey[] = [
  {
    name: 'a card, whose digits are grouped while they are typed',
    async go(customer) {
      await customer.fill('#number', '378282246310005');
      expect(await customer.valueOf('#number')).to.equal('3782 822463 10005');
      await payByCard(customer, APPROVED);
    },
  },
  {
    name: "a card that the issuer's page confirms",
    async go(customer) {
      await payByCard(customer, CHALLENGED);
      await customer.fill('#code', '666666');
      await customer.press('button[value=submit]');
    },
  },
  {
    name: "a card, after the issuer's page was left with cancel",
    async go(customer) {
      await payByCard(customer, CHALLENGED);
      await customer.see('#code');
      await customer.press('button[value=cancel]');
      expect(await customer.see('.notice.wrong')).to.include('You cancelled the confirmation with your bank');
      await payByCard(customer, APPROVED);
    },
  },
  {
    name: 'a card, after one was declined',
    async go(customer) {
      await payByCard(customer, NO_FUNDS);
      const notice = await customer.see('.notice.wrong');
      expect(notice).to.include('There is not enough money on the card').and.include('must be typed again');
      await payByCard(customer, APPROVED);
    },
  },
  {
    name: 'UPI',
    changes: UPI,
    async go(customer, { simulate }) {
      await customer.press(PAY);
      await customer.see('.waiting');
      await simulate('confirm');
    },
  },
  {
    name: 'a wallet',
    changes: WALLET,
    async go(customer) {
      await customer.press(PAY);
      await customer.press('button[value=confirm]');
    },
  },
  {
    name: 'SEPA direct debit, whose country is named',
    changes: SEPA,
    async go(customer, { simulate }) {
      await customer.press('details.method:not([open]) > summary');
      await customer.fill('#iban', IBAN);
      expect(await customer.see('#iban-says')).to.equal('Germany');
      await customer.fill('#account_holder', 'Ada Lovelace');
      await customer.press(PAY);
      await customer.see('.centred .facts code');
      await simulate('confirm');
    },
  },
  {
    name: 'a card in Bengali, in Bengali digits',
    async go(customer) {
      await customer.fill('#number', APPROVED);
      await customer.press('.languages a[hreflang=bn]');
      expect(await customer.see('html[lang=bn] h1')).to.equal('Blue Tea Shop-কে পেমেন্ট করুন');
      expect(await customer.valueOf('#number')).to.equal('৪২৪২ ৪২৪২ ৪২৪২ ৪২৪২');
      await payByCard(customer, APPROVED);
    },
  },
  {
    name: 'a card without scripts, after a mistake and a decline',
    withoutScripts: true,
    async go(customer) {
      await customer.press(PAY);
      await customer.see('.notice.wrong a[href="#number"]');
      await payByCard(customer, NO_FUNDS);
      await customer.see('.notice.wrong strong');
      await payByCard(customer, APPROVED);
    },
  },
];

for (const browser of BROWSERS)
  describe(`paying on the hosted page in ${browser.name}`, () => {
    let place: Place;
    before(async () => {
      place = await thePlace();
    });

    for (const { name, changes, withoutScripts = false, go } of JOURNEYS)
      it(`leads to the shop's thanks by ${name}, charged once`, async () => {
        const checkout = await beginAt(place, changes);
        const customer = await browser.enter(!withoutScripts);
        try {
          await customer.open(checkout.url);
          await go(customer, checkout);
          await customer.arriveAt(`${place.shopUrl}/thanks`);
        } finally {
          await customer.leave();
        }
        expect(await checkout.status()).to.include({ payment_status: 'success', reason: null });
        expect(await checkout.charges()).to.have.length(1);
      });
  });
