/** Words that merchants, payments and gateways share. */

export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

export const THREE_DS_POLICIES = ['required', 'risk_based', 'off'] as const;
export type ThreeDsPolicy = (typeof THREE_DS_POLICIES)[number];

export const LATE_MONEY_POLICIES = ['accept', 'review'] as const;
export type LateMoneyPolicy = (typeof LATE_MONEY_POLICIES)[number];

/** The name of a folder of methods/. Their list stands above all who only pass the names on: METHODS. */
export type MethodName = string;

/** Wallets of Bangladesh, as merchants write them. */
export const WALLETS = ['BKASH', 'NAGAD'] as const;
export type Wallet = (typeof WALLETS)[number];

/** A fee: the most specific rule of a merchant wins. Amounts are minor units of `currency`, which they need. */
export interface FeeRule {
  method?: MethodName;
  currency?: string;
  basisPoints: number;
  fixed: number;
  minimum?: number;
  maximum?: number;
}
