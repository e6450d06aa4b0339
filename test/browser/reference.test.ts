import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DESKTOP, isTooWide, LOOK_RULES, NARROWEST, PHONE, violationsOf, withPage } from './browser.js';
import { thePlace, type Place } from './place.js';

/** The most that a part may be high, on the narrowest phone too. */
const HEIGHT = 10_000; // px

const heightOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollHeight');
const marked = (page: Page) => page.locator('#menu [aria-current="true"]').innerText();

describe("the merchants' reference in a browser", () => {
  let docs: string;
  let place: Place;
  before(async () => {
    place = await thePlace();
    docs = `${place.tollgate.urls.api}/docs`;
  });

  for (const [where, options, rules] of [
    ['on a desktop', DESKTOP, undefined],
    ['on the narrowest phone in the dark', { ...NARROWEST, colorScheme: 'dark' as const }, LOOK_RULES],
  ] as const)
    it(`has no fault that axe finds, keeps to its policy and asks no other host, in short parts, ${where}`, () =>
      withPage(options, async (page, complaints) => {
        const hosts = new Set<string>();
        page.on('request', (request) => hosts.add(new URL(request.url()).origin));
        await page.goto(docs);
        const parts = await page.evaluate<string[]>(
          "[...document.querySelectorAll('#menu > ul > li > a')].map((link) => link.getAttribute('href'))",
        );
        expect(parts).to.have.length.above(10);
        for (const part of ['/docs', ...parts]) {
          await page.goto(`${place.tollgate.urls.api}${part}`);
          expect([...(await violationsOf(page, rules)), ...complaints], part).to.deep.equal([]);
          expect(await isTooWide(page), part).to.equal(false);
          expect(await heightOf(page), part).to.be.below(HEIGHT);
        }
        expect([...hosts]).to.deep.equal([place.tollgate.urls.api]);
      }));

  it('leads a link into the one page that it was to the part', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto(`${docs}#h2h-initiate-errors`);
      await page.waitForURL(`${docs}/h2h-initiate#h2h-initiate-errors`);
      await page.goto(`${docs}#reasons`);
      await page.waitForURL(`${docs}/errors#reasons`);
    }));

  it('marks in the contents the heading that is read', () =>
    withPage(DESKTOP, async (page) => {
      await page.goto(`${docs}/rules#limits`);
      await page.waitForFunction('document.querySelector("#menu [aria-current=true]")');
      expect(await marked(page)).to.equal('Limits');
      await page.evaluate('scrollTo(0, 0)');
      await page.locator('#menu [aria-current="true"]', { hasText: 'Limits' }).waitFor({ state: 'detached' });
    }));

  it('is whole on a phone without JavaScript: contents that open, and links into the one page that it was', () =>
    withPage({ ...PHONE, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${docs}#keys`);
      const menu = page.getByRole('navigation', { name: 'Contents' });
      expect(await menu.isVisible()).to.equal(false);
      await page.locator('.index a:target').click();
      await page.waitForURL(`${docs}/rules#keys`);
      await page.getByRole('button', { name: 'Contents' }).click();
      await menu.getByRole('link', { name: 'Errors and reasons' }).click();
      await page.waitForURL(`${docs}/errors`);
      expect(await menu.isVisible()).to.equal(false);
    }));
});
