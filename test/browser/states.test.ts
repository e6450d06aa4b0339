import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DESKTOP, holdStill, isTooWide, LOOK_RULES, PHONE, violationsOf, withPage } from './browser.js';
import {
  beginAt,
  chooseSepa,
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

interface State {
  state: string;
  changes?: object;
  /** How a customer gets there from the page as it opens. */
  go?: (page: Page, checkout: BrowserCheckout) => Promise<unknown>;
  shows: string;
}

const DECLINED = '4000000000000002';

/** Sends an empty form past the page's script: axe itself needs scripts. */
const submitUnchecked = (page: Page): Promise<void> =>
  page.evaluate(`{
    const form = document.querySelector('.pay-form');
    form.append(Object.assign(document.createElement('input'), { name: 'action', value: 'pay' }));
    form.submit();
  }`);

/** Pays by a wallet as far as its own page. */
async function openWallet(page: Page): Promise<void> {
  await page.click(PAY);
  await page.waitForSelector('button[value=confirm]');
}

const STATES: State[] = [
  { state: 'open', shows: '#number' },
  { state: 'with several methods', changes: SEPA, shows: 'details.method' },
  { state: 'with the mandate', changes: SEPA, go: chooseSepa, shows: '#iban' },
  { state: 'with UPI to choose', changes: UPI, shows: PAY },
  { state: 'with wallets to choose', changes: WALLET, shows: PAY },
  { state: 'with mistakes', go: (page) => page.click(PAY), shows: '.field.wrong' },
  { state: 'with mistakes that the server found', go: submitUnchecked, shows: '.notice a' },
  {
    state: 'with little time left',
    async go(page) {
      await page.clock.install();
      await page.reload();
      await page.clock.fastForward('57:00');
    },
    shows: '.time-left:visible',
  },
  { state: 'declined', go: (page) => payByCard(page, DECLINED), shows: '.notice.wrong' },
  {
    state: 'with an open challenge',
    async go(page, { url }) {
      await payByCard(page, '4000000000003220');
      await page.waitForSelector('#code');
      await page.goto(url);
    },
    shows: 'button[value=cancel]',
  },
  { state: 'waiting for a UPI app', changes: UPI, go: (page) => page.click(PAY), shows: '.waiting' },
  {
    state: 'not completed over UPI',
    changes: UPI,
    async go(page, { url, simulate }) {
      await page.click(PAY);
      await page.waitForSelector('.waiting');
      await simulate('fail');
      await page.goto(url);
    },
    shows: '.notice.wrong',
  },
  {
    state: 'processing',
    changes: UPI,
    async go(page, { url, showProof }) {
      await page.click(PAY);
      await page.waitForSelector('.waiting');
      await showProof();
      await page.goto(url);
    },
    shows: '[role=status] .pulse',
  },
  {
    state: 'waiting for a wallet',
    changes: WALLET,
    async go(page, { url }) {
      await openWallet(page);
      await page.goto(url);
    },
    shows: 'button[value=change]',
  },
  {
    state: 'back from a wallet without paying',
    changes: WALLET,
    async go(page) {
      await openWallet(page);
      await page.click('button[value=cancel]');
    },
    shows: '.notice.wrong',
  },
  { state: 'under way as a direct debit', changes: SEPA, go: payByDebit, shows: '.centred .facts code' },
  {
    state: 'paid',
    async go(page, { url }) {
      await payByCard(page, '4242424242424242');
      await page.waitForURL(/thanks/);
      await page.goto(url);
    },
    shows: '.result.good',
  },
  {
    state: 'failed with the third decline',
    async go(page) {
      for (let time = 1; time <= 3; time++) {
        await page.evaluate("document.body.dataset.drawn = 'before'");
        await payByCard(page, DECLINED);
        await page.waitForSelector('body:not([data-drawn])');
      }
    },
    shows: '.result.bad',
  },
  {
    state: 'cancelled',
    async go(page, { url }) {
      await page.click('button[value=cancel]');
      await page.waitForURL(/cart/);
      await page.goto(url);
    },
    shows: '.result.bad',
  },
  {
    state: 'expired',
    async go(page, { simulate }) {
      await simulate('expire');
      await page.reload();
    },
    shows: '.result.bad',
  },
  {
    state: 'of a link that leads nowhere',
    go: (page, { url }) => page.goto(url.slice(0, -1)),
    shows: '.other-language',
  },
  {
    state: 'in trouble',
    async go(page) {
      await page.evaluate("document.querySelector('.cancel [name=form]').value = 'x'");
      await page.click('button[value=cancel]');
    },
    shows: '.panel.centred h1',
  },
];

/** Every pair of language, size and theme is there. */
const LOOKS = [
  { locale: 'en-GB', views: [{ ...DESKTOP, theme: 'light' } as const, { ...PHONE, theme: 'dark' } as const] },
  { locale: 'bn-BD', views: [{ ...PHONE, theme: 'light' } as const, { ...DESKTOP, theme: 'dark' } as const] },
];

describe('every state of the hosted page in a browser', function () {
  this.timeout(300_000);
  let place: Place;
  let faultsIn: (state: State) => Promise<string[]>;

  /** Goes to a state, and tells what is wrong with it in any look. */
  async function faultsOf({ changes, go, shows }: State): Promise<string[]> {
    const faults: string[] = [];
    for (const { locale, views } of LOOKS)
      await withPage({ ...DESKTOP, locale }, async (page, complaints) => {
        await holdStill(page);
        const checkout = await beginAt(place, changes);
        await page.goto(checkout.url);
        await go?.(page, checkout);
        await page.waitForSelector(shows);
        for (const [index, { viewport, theme }] of views.entries()) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          const here = `${locale} ${viewport.width} px ${theme}`;
          const violations = await violationsOf(page, index === 0 ? undefined : LOOK_RULES);
          faults.push(...violations.map((fault) => `${here}: ${fault}`));
          if (await isTooWide(page)) faults.push(`${here}: wider than the window`);
        }
        faults.push(...complaints);
      });
    return faults;
  }

  before(async () => {
    place = await thePlace();
    faultsIn = inParallel(STATES, faultsOf);
  });

  for (const state of STATES)
    it(`has no fault that axe finds, no report and nothing sideways ${state.state}`, async () =>
      expect(await faultsIn(state)).to.deep.equal([]));
});
