import type { Page } from 'playwright-core';
import { until } from '../../scripts/until.js';
import { DESKTOP, withPage } from '../browser/browser.js';
import { authorization } from '../support/card-authorization.js';

const BACK = new URL(authorization('').returnUrl).origin;

/** Presses the button with this name, wherever on the page: banks' pages are frames within frames. */
async function press(page: Page, name: RegExp): Promise<boolean> {
  for (const frame of page.frames()) {
    const button = frame.getByRole('button', { name }).first();
    if (!(await button.isVisible())) continue;
    await button.click();
    return true;
  }
  return false;
}

/**
 * A customer in Chromium: opens a bank's page and presses the button with this name.
 * @returns the address where the page leads in the end, at which nobody listens
 */
export async function pressAt(url: string, name: RegExp): Promise<string> {
  let back = '';
  await withPage(DESKTOP, async (page) => {
    await page.goto(url);
    const leaving = page.waitForRequest((request) => request.url().startsWith(BACK));
    await until(`there is a button ${String(name)}`, () => press(page, name));
    back = (await leaving).url();
  });
  return back;
}
