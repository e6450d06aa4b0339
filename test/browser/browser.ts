import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import axe from 'axe-core';

/** Debian's. scripts/test installs it when it is missing. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

let shared: Promise<Browser> | undefined;

/** One browser for all tests, started anew should it have died; every test has a context of its own. */
async function theBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  return (shared = chromium.launch({ executablePath: EXECUTABLE, args }));
}

export const closeBrowser = async (): Promise<void> => (await shared)?.close();

/** A page without a past, and whatever it complained about: policy reports and errors of scripts. */
export async function withPage(
  options: BrowserContextOptions,
  run: (page: Page, complaints: string[]) => Promise<void>,
): Promise<void> {
  const context = await (await theBrowser()).newContext({ locale: 'en-GB', ...options });
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // A 422 is our own answer to a mistake; everything else that a browser reports here is a fault.
      if (message.type() === 'error' && !/status of (422|404)/.test(message.text())) complaints.push(message.text());
    });
    await run(page, complaints);
  } finally {
    await context.close();
  }
}

/** What axe finds on the page as it stands, in a word each; it is run from outside, so the page's policy stays. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // The page's own global; this function runs there.
    const { axe: there } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await there.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** Whether the page is wider than the window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** Fills the card form as a customer would. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.fill('#number', number);
  await page.fill('#expiry', '12/34');
  await page.fill('#cvv', '123');
  await page.fill('#holder', 'Ada Lovelace');
}

/** The button that pays by the method that is open. */
export const PAY = 'button[name=action][value=pay]:visible';
