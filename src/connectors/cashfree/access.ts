import { config } from '../../../config/index.js';
import type { Mode } from '../../vocabulary.js';
import type { Access } from '../gateway.js';
import { baseUrlOf, pagesAt } from '../http/base-url.js';

/** Cashfree has a host for each mode; keys of one are refused at the other. */
const API: Record<Mode, string> = {
  test: 'https://sandbox.cashfree.com/pg',
  live: 'https://api.cashfree.com/pg',
};

/** What the calls of one account at Cashfree need. */
export interface CashfreeAccess {
  apiUrl: string;
  account: string;
  mode: Mode;
  clientId: string;
  /** Signs webhooks as well: Cashfree has no other secret. */
  clientSecret: string;
  /** By which webhooks may be signed: it, and while it is exchanged the one before. */
  webhookSecrets: readonly string[];
  /** Seconds that one call may take in all. */
  timeout: number;
}

/** @throws for a live account while a stand-in takes Cashfree's place */
export function accessOf({ account, mode, credentials }: Access): CashfreeAccess {
  const { client_id = '', client_secret = '' } = credentials;
  const webhookSecrets = client_secret.split(',');
  return {
    apiUrl: baseUrlOf('cashfree', API[mode], { mode, account }),
    account,
    mode,
    clientId: client_id,
    clientSecret: webhookSecrets[0] ?? '',
    webhookSecrets,
    timeout: config.gatewayCallTimeout,
  };
}

/** Where Cashfree sends customers of cards: the origins of its own pages. A bank's come after them. */
const PAGES: Record<Mode, readonly string[]> = {
  test: ['https://sandbox.cashfree.com'],
  live: ['https://api.cashfree.com', 'https://payments.cashfree.com'],
};

/** The origins of Cashfree's pages, or of a stand-in's. */
export const pagesOf = ({ mode, apiUrl }: Pick<CashfreeAccess, 'mode' | 'apiUrl'>): readonly string[] =>
  pagesAt('cashfree', apiUrl, PAGES[mode]);

/**
 * Where links of the test environment lead in the place of an app: to a page that plays it. Live ones never do.
 */
export const simulatorsOf = ({ mode, apiUrl }: Pick<CashfreeAccess, 'mode' | 'apiUrl'>): readonly string[] =>
  mode === 'live' ? [] : ['https://payments-test.cashfree.com', ...pagesOf({ mode, apiUrl })];
