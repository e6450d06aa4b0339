import type { Mode } from '../vocabulary.js';
import type { Account } from './account.model.js';
import { isLeftAlone } from './breaker.js';
import { accountsFor, findAccount } from './accounts.js';
import { boundsAt, whyNot, type Bounds, type Route } from './why-not.js';

/** What routing asks of a merchant: its mode, the accounts that it may use (none: all), its least amounts by currency. */
export interface Payee {
  mode: Mode;
  /** In the order in which they are asked. */
  accounts: string[];
  minimums: Record<string, number>;
}

/**
 * The accounts that could take a payment, the first one first (contract 18): those that its merchant names, in that order;
 * else all that are not on request, by priority. Those whose gateway did not answer lately come last. Test keys reach test
 * accounts only.
 */
export function findRoutes(merchant: Payee, wanted: Route): Account[] {
  const named = merchant.accounts.flatMap((id) => findAccount(id) ?? []);
  const mine = merchant.accounts.length > 0 ? named : accountsFor(wanted.method);
  const candidates = mine.filter((account) => whyNot(account, merchant.mode, wanted) === undefined);
  const now = Date.now();
  const isLast = ({ _id }: Account): boolean => isLeftAlone(_id, now);
  return candidates.some(isLast)
    ? [...candidates.filter((account) => !isLast(account)), ...candidates.filter(isLast)]
    : candidates;
}

/** At how many accounts one payment is tried at most (contract 18). */
export const MOST_TRIED = 3;

/** Whether the mandate of a direct debit that names the first account's creditor is good for another one. */
const isSameCreditor = (first: Account, other: Account): boolean =>
  first.creditor?.identifier === other.creditor?.identifier && first.creditor?.name === other.creditor?.name;

/** Those of the accounts that could take a payment at which it is tried, in turn. */
export function findTried(merchant: Payee, wanted: Route): Account[] {
  const found = findRoutes(merchant, wanted);
  const [first] = found;
  const fit = wanted.method === 'sepa' && first ? found.filter((account) => isSameCreditor(first, account)) : found;
  return fit.slice(0, MOST_TRIED);
}

/** Who takes a payment: the account that is asked first, and those that could take it instead, by id. */
export interface Taker {
  account: Account;
  fallbacks: string[];
}

/** Who takes a merchant's payment, or null when nobody does. */
export function findTaker(merchant: Payee, wanted: Route): Taker | null {
  const [account, ...others] = findTried(merchant, wanted);
  return account ? { account, fallbacks: others.map(({ _id }) => _id) } : null;
}

/** The least and most that a payment may be, in minor units: what some account takes, and the merchant's own minimum. */
export function boundsOf(merchant: Payee, wanted: Route): Bounds {
  const { amount: _any, ...atAnyAmount } = wanted;
  const bounds = findRoutes(merchant, atAnyAmount).map((account) => boundsAt(account, wanted));
  const least = bounds.length > 0 ? Math.min(...bounds.map(({ min }) => min)) : 0;
  const most = bounds.length > 0 ? Math.max(...bounds.map(({ max }) => max)) : Infinity;
  return {
    min: Math.max(1, least, merchant.minimums[wanted.currency] ?? 0),
    max: Math.min(most, Number.MAX_SAFE_INTEGER),
  };
}
