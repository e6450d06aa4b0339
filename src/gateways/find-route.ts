import type { MethodName, Mode } from '../vocabulary.js';
import { ACCOUNTS, type Account } from './accounts.js';

/** What routing asks of a merchant: its mode, the accounts that it may use (none: all), its least amounts by currency. */
export interface Payee {
  mode: Mode;
  accounts: string[];
  minimums: Record<string, number>;
}

/** The gateway account that takes a merchant's payment, or null when there is none. Test keys reach test accounts only. */
export function findRoute(merchant: Payee, method: MethodName, currency: string): Account | null {
  const mayUse = ({ id, onRequest }: Account) =>
    merchant.accounts.length === 0 ? !onRequest : merchant.accounts.includes(id);
  return (
    ACCOUNTS.find(
      (account) =>
        account.mode === merchant.mode &&
        account.method === method &&
        account.currencies.includes(currency) &&
        mayUse(account),
    ) ?? null
  );
}

/** @throws when a payment names an account that is gone: never delete one while its payments wait */
export function accountNamed(id: string): Account {
  const account = ACCOUNTS.find((candidate) => candidate.id === id);
  if (!account) throw new Error(`There is no gateway account "${id}"`);
  return account;
}

/** Every account at a gateway, by id. */
export const accountsAt = (gateway: string): string[] =>
  ACCOUNTS.filter(({ connector }) => connector === gateway).map(({ id }) => id);

/** The least and most that a payment may be, in minor units: the tightest of gateway and merchant. */
export function boundsOf(merchant: Payee, route: Account | null, currency: string): { min: number; max: number } {
  return {
    min: Math.max(1, route?.minimums?.[currency] ?? 0, merchant.minimums[currency] ?? 0),
    max: route?.maximums?.[currency] ?? Number.MAX_SAFE_INTEGER,
  };
}
