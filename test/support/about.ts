import type { About } from '../../src/connectors/about.js';

/** 499.11: the sandbox's customer does nothing by itself, so that the test decides. */
export const WAITS = 49_911;

/** What a call about 499.11 INR is about, by its key; our trx is the key as well. */
export const about = (key: string, changes: Partial<About> = {}): About => ({
  key,
  trx: key,
  amount: WAITS,
  currency: 'INR',
  since: new Date(),
  ...changes,
});

/** The same of 499.11 BDT. */
export const walletAbout = (key: string, changes: Partial<About> = {}): About =>
  about(key, { currency: 'BDT', ...changes });

/** The same of 49.90 EUR by card. */
export const cardAbout = (key: string, changes: Partial<About> = {}): About =>
  about(key, { amount: 4990, currency: 'EUR', ...changes });
