import { CARD_CURRENCIES } from '../connectors/card-currencies.js';
import type { Account, AccountMethod } from './account.model.js';

const AT_FIRST = new Date(0);

/** An account of the sandbox. It comes after those of real gateways, so that a test account there goes first. */
const sandbox = (
  id: string,
  method: AccountMethod,
  more: Partial<Pick<Account, 'threeDs' | 'creditor' | 'onRequest'>> = {},
): Account => ({
  _id: `sandbox-${id}`,
  connector: 'sandbox',
  mode: 'test',
  methods: [method],
  threeDs: false,
  credentials: {},
  priority: 900,
  onRequest: false,
  status: 'active',
  version: 1,
  createdAt: AT_FIRST,
  changedAt: AT_FIRST,
  ...more,
});

const CARDS: AccountMethod = { method: 'card', currencies: [...CARD_CURRENCIES] };

/** The accounts that are there from the first start, for test keys. */
export const FIRST_ACCOUNTS: readonly Account[] = [
  sandbox('card', CARDS, { threeDs: true }),
  sandbox('upi', { method: 'upi', currencies: ['INR'], minimums: { INR: 100 }, maximums: { INR: 10_000_000 } }),
  sandbox('wallet', { method: 'wallet', currencies: ['BDT'], minimums: { BDT: 1000 }, maximums: { BDT: 5_000_000 } }),
  sandbox(
    'sepa',
    { method: 'sepa', currencies: ['EUR'], maximums: { EUR: 1_000_000 } },
    { creditor: { name: 'Tollgate Sandbox', identifier: 'DE98ZZZ09999999999' } },
  ),
  sandbox('card-without-3ds', CARDS, { onRequest: true }),
];
