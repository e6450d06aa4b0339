import { DESKTOP, newPage } from '../browser/browser.js';
import type { Browser } from './customer.js';

/** The one of all other browser specs, driven by what drives it there. */
export const chromium: Browser = {
  name: 'Chromium',
  async enter(scripts) {
    const page = await newPage({ ...DESKTOP, javaScriptEnabled: scripts });
    const visible = (selector: string) => page.locator(selector).filter({ visible: true }).first();
    return {
      open: async (url) => void (await page.goto(url)),
      fill: async (selector, text) => {
        await visible(selector).clear();
        await visible(selector).pressSequentially(text);
      },
      press: (selector) => visible(selector).click(),
      see: (selector) => visible(selector).innerText(),
      valueOf: (selector) => visible(selector).inputValue(),
      arriveAt: (url) => page.waitForURL(url),
      leave: () => page.context().close(),
    };
  },
};
