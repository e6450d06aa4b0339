import { expect } from 'chai';
import { DESKTOP, isTooWide, LOOK_RULES, PHONE, violationsOf, withPage } from './browser.js';
import { thePlace, type Place } from './place.js';

describe("the merchants' reference in a browser", () => {
  let place: Place;
  before(async () => {
    place = await thePlace();
  });

  for (const [where, options, rules] of [
    ['on a desktop', DESKTOP, undefined],
    ['on a phone in the dark', { ...PHONE, colorScheme: 'dark' as const }, LOOK_RULES],
  ] as const)
    it(`has no fault that axe finds, keeps to its policy and asks no other host, ${where}`, () =>
      withPage(options, async (page, complaints) => {
        const hosts = new Set<string>();
        page.on('request', (request) => hosts.add(new URL(request.url()).origin));
        await page.goto(`${place.tollgate.urls.api}/docs`);
        expect([...(await violationsOf(page, rules)), ...complaints]).to.deep.equal([]);
        expect(await isTooWide(page)).to.equal(false);
        expect([...hosts]).to.deep.equal([place.tollgate.urls.api]);
      }));
});
