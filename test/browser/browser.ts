import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import axe from 'axe-core';
import { closeAtTheEnd } from '../support/clean-up.js';

/** Debian's; the shell does the same in little more than half of the time. scripts/test installs it when both are missing. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

function executable(): string {
  const path = process.env.CHROMIUM ?? BROWSERS.find((known) => existsSync(known));
  if (!path) throw new Error('There is no browser: install chromium-headless-shell, or set CHROMIUM to one');
  return path;
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions;
export const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions;

/** As narrow as WCAG 1.4.10 wants it, and no part of a page wider. */
export const NARROWEST = { ...PHONE, viewport: { width: 320, height: 640 } } satisfies BrowserContextOptions;

/** For whatever a page waits for: a busy machine is slow, and no answer is expected to be late. */
const PATIENCE = 60_000; // ms

async function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  const browser = await chromium.launch({ executablePath: executable(), args });
  closeAtTheEnd(() => browser.close());
  return browser;
}

let shared: Promise<Browser> | undefined;

/** One browser for all tests, started anew should it have died; every test has a context of its own. */
async function theBrowser(): Promise<Browser> {
  const asked = (shared ??= launch());
  const browser = await asked;
  if (browser.isConnected()) return browser;
  if (shared === asked) shared = launch(); // of several who find it dead, one starts another
  return shared;
}

/** A page without a past. Who has it closes its context. */
export async function newPage(options: BrowserContextOptions): Promise<Page> {
  const browser = await theBrowser();
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE);
  return context.newPage();
}

/** A page without a past, and whatever it complained about: policy reports and errors of scripts. */
export async function withPage(
  options: BrowserContextOptions,
  run: (page: Page, complaints: string[]) => Promise<void>,
): Promise<void> {
  const page = await newPage(options);
  try {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // Statuses that are our own answers to mistakes; everything else that a browser reports here is a fault.
      if (message.type() === 'error' && !/status of (403|404|422)/.test(message.text()))
        complaints.push(message.text());
    });
    await run(page, complaints);
  } finally {
    await page.context().close();
  }
}

/**
 * Lets a page that waits wait on: its questions are answered with where it is, so that it can be looked at while
 * nothing moves.
 */
export async function holdStill(page: Page): Promise<void> {
  await page.route('**/payment/checkout/state?*', async (route) => {
    const json = await page.evaluate('({ page: document.body.dataset.page, gen: document.body.dataset.gen })');
    await route.fulfill({ json });
  });
}

/** Of WCAG 2.2 AA axe leaves out the size of targets unless it is told. */
const EVERY_RULE: axe.RunOptions = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] };

/** What may be otherwise when the same page is shown in another size or theme. */
export const LOOK_RULES: axe.RunOptions = {
  runOnly: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'],
  resultTypes: ['violations'],
};

/** What axe finds on the page as it stands, in a word each; it is run from outside, so the page's policy stays. */
export async function violationsOf(page: Page, options = EVERY_RULE): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  return page.evaluate(async (asked) => {
    // The page's own global; this function runs there.
    const { axe: there } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await there.run(asked);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}

/** Whether the page is wider than the window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
