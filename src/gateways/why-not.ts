import type { Gateway, GatewayMethod } from '../connectors/gateway.js';
import { isKeptBack } from '../connectors/http/base-url.js';
import { GATEWAYS } from '../connectors/index.js';
import type { Mode } from '../vocabulary.js';
import type { Account, AccountMethod } from './account.model.js';
import { areCredentialsReadable, canTake } from './connectors.js';

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

/** What an account takes by a method in a currency; undefined when nothing. */
const takenBy = ({ methods }: Account, { method, currency }: Route): AccountMethod | undefined =>
  methods.find((taken) => taken.method === method && taken.currencies.includes(currency));

/** What the platform takes by some methods, in minor units by currency (contract 3): no account takes less or more. */
const PLATFORM: Readonly<Record<string, Readonly<Record<string, Bounds>>>> = {
  upi: { INR: { min: 100, max: 10_000_000 } },
  wallet: { BDT: { min: 1000, max: 5_000_000 } },
};

/** Minor units; both ends may be paid. */
export interface Bounds {
  min: number;
  max: number;
}

/** What a gateway says of one of its methods. */
const methodAt = (gateway: Gateway | undefined, name: string | null): GatewayMethod | undefined =>
  gateway?.methods.find(({ method }) => method === name);

/** What an account takes at least and at most: the tightest of its own bounds, its gateway's and the platform's. */
export function boundsAt(account: Account, wanted: Route): Bounds {
  const { method, currency } = wanted;
  const taken = takenBy(account, wanted);
  const known = methodAt(GATEWAYS.get(account.connector), method);
  const { min, max } = PLATFORM[method]?.[currency] ?? { min: 0, max: Infinity };
  return {
    min: Math.max(min, taken?.minimums?.[currency] ?? 0),
    max: Math.min(max, taken?.maximums?.[currency] ?? Infinity, known?.maximums?.[currency] ?? Infinity),
  };
}

/** Of which an amount must be a multiple, in minor units: some gateways have no last digit in some currencies. */
export const multipleOf = (
  gateway: Gateway,
  { method, currency }: { method: string | null; currency: string },
): number => methodAt(gateway, method)?.multiples?.[currency] ?? 1;

/** Whether an account takes a wallet: one of its own choice, at a gateway that has it. */
function takesWallet(wallet: string | undefined, gateway: Gateway, taken: AccountMethod): boolean {
  const atGateway = methodAt(gateway, taken.method)?.wallets;
  return [taken.wallets, atGateway].every(
    (those) => wallet === undefined || !those || those.some((one) => one === wallet),
  );
}

/** Why an account may not take what is to be paid, in the order in which it is looked for. */
export type WhyNot =
  | 'status'
  | 'mode'
  | 'stand_in'
  | 'unknown_gateway'
  | 'sealed'
  | 'method'
  | 'wallet'
  | 'three_ds'
  | 'multiple'
  | 'minimum'
  | 'maximum';

/** Why an account may not take what is to be paid; undefined when it may. No amount is ever rounded. */
export function whyNot(account: Account, mode: Mode, wanted: Route): WhyNot | undefined {
  if (account.status !== 'active') return 'status';
  if (account.mode !== mode) return 'mode';
  if (isKeptBack(account.connector, mode)) return 'stand_in';
  const gateway = GATEWAYS.get(account.connector);
  if (!gateway) return 'unknown_gateway'; // of a newer version, which other processes may have
  if (!areCredentialsReadable(account)) return 'sealed';
  const taken = takenBy(account, wanted);
  if (!taken || !canTake(account, taken.method)) return 'method';
  const { amount, wallet, threeDsRequired } = wanted;
  if (!takesWallet(wallet, gateway, taken)) return 'wallet';
  if (threeDsRequired && !account.threeDs) return 'three_ds';
  if (amount === undefined) return undefined;
  if (amount % multipleOf(gateway, wanted) !== 0) return 'multiple';
  const { min, max } = boundsAt(account, wanted);
  if (amount < min) return 'minimum';
  return amount > max ? 'maximum' : undefined;
}
