import type { Gateway } from '../connectors/gateway.js';
import { GATEWAYS } from '../connectors/index.js';
import type { Mode } from '../vocabulary.js';
import type { Account, AccountMethod } from './account.model.js';
import { isLeftAlone } from './breaker.js';
import { accountsFor, findAccount } from './accounts.js';

/** What routing asks of a merchant: its mode, the accounts that it may use (none: all), its least amounts by currency. */
export interface Payee {
  mode: Mode;
  /** In the order in which they are asked. */
  accounts: string[];
  minimums: Record<string, number>;
}

/** What is to be paid. */
export interface Route {
  method: string;
  currency: string;
  /** Minor units; absent while only the bounds are wanted. */
  amount?: number;
  wallet?: string;
  /** Whether only an account will do that can authenticate cards. */
  threeDsRequired?: boolean;
}

const takenBy = ({ methods }: Account, { method, currency }: Route): AccountMethod | undefined =>
  methods.find((taken) => taken.method === method && taken.currencies.includes(currency));

/** Whether a gateway knows an amount: some have no last digit in some currencies. It is never rounded. */
function isWhole({ methods }: Gateway, { method, currency, amount = 0 }: Route): boolean {
  const multiple = methods.find((known) => known.method === method)?.multiples?.[currency] ?? 1;
  return amount % multiple === 0;
}

/** Whether an account may take what is to be paid. */
function mayTake(account: Account, mode: Mode, wanted: Route): boolean {
  const taken = takenBy(account, wanted);
  if (!taken || account.mode !== mode || account.status !== 'active') return false;
  const gateway = GATEWAYS.get(account.connector);
  if (!gateway || !isWhole(gateway, wanted)) return false; // one of a newer version, which other processes may have
  const { amount, wallet, threeDsRequired, currency } = wanted;
  if (wallet !== undefined && taken.wallets && !taken.wallets.some((one) => one === wallet)) return false;
  if (threeDsRequired && !account.threeDs) return false;
  if (amount === undefined) return true;
  return amount >= (taken.minimums?.[currency] ?? 0) && amount <= (taken.maximums?.[currency] ?? Infinity);
}

/**
 * The accounts that could take a payment, the first one first (contract 18): those that its merchant names, in that order;
 * else all that are not on request, by priority. Those whose gateway did not answer lately come last. Test keys reach test
 * accounts only.
 */
export function findRoutes(merchant: Payee, wanted: Route): Account[] {
  const named = merchant.accounts.flatMap((id) => findAccount(id) ?? []);
  const mine = merchant.accounts.length > 0 ? named : accountsFor(wanted.method);
  const candidates = mine.filter((account) => mayTake(account, merchant.mode, wanted));
  const now = Date.now();
  const isLast = ({ _id }: Account): boolean => isLeftAlone(_id, now);
  return candidates.some(isLast)
    ? [...candidates.filter((account) => !isLast(account)), ...candidates.filter(isLast)]
    : candidates;
}

/** At how many accounts one payment is tried at most (contract 18). */
const MOST_ACCOUNTS = 3;

/** Who takes a payment: the account that is asked first, and those that could take it instead, by id. */
export interface Taker {
  account: Account;
  fallbacks: string[];
}

/** Who takes a merchant's payment, or null when nobody does. */
export function findTaker(merchant: Payee, wanted: Route): Taker | null {
  const [account, ...others] = findRoutes(merchant, wanted).slice(0, MOST_ACCOUNTS);
  return account ? { account, fallbacks: others.map(({ _id }) => _id) } : null;
}

/** The bounds of one account, in minor units. */
const accountBounds = (account: Account, wanted: Route) => {
  const taken = takenBy(account, wanted);
  return { min: taken?.minimums?.[wanted.currency] ?? 0, max: taken?.maximums?.[wanted.currency] ?? Infinity };
};

/** The least and most that a payment may be, in minor units: what some account takes, and the merchant's own minimum. */
export function boundsOf(merchant: Payee, wanted: Route): { min: number; max: number } {
  const { amount: _any, ...atAnyAmount } = wanted;
  const bounds = findRoutes(merchant, atAnyAmount).map((account) => accountBounds(account, wanted));
  const least = bounds.length > 0 ? Math.min(...bounds.map(({ min }) => min)) : 0;
  const most = bounds.length > 0 ? Math.max(...bounds.map(({ max }) => max)) : Infinity;
  return {
    min: Math.max(1, least, merchant.minimums[wanted.currency] ?? 0),
    max: Math.min(most, Number.MAX_SAFE_INTEGER),
  };
}
