import { defineCollection } from '../database/client.js';

export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

export const THREE_DS_POLICIES = ['required', 'risk_based', 'off'] as const;
export type ThreeDsPolicy = (typeof THREE_DS_POLICIES)[number];

export const LATE_MONEY_POLICIES = ['accept', 'review'] as const;
export type LateMoneyPolicy = (typeof LATE_MONEY_POLICIES)[number];

export const ALL_METHODS = ['card', 'upi', 'wallet', 'sepa'] as const;
export type MethodName = (typeof ALL_METHODS)[number];

/** A fee: the most specific rule of a merchant wins. Amounts are minor units of `currency`, which they need. */
export interface FeeRule {
  method?: MethodName;
  currency?: string;
  basisPoints: number;
  fixed: number;
  minimum?: number;
  maximum?: number;
}

/** One notification secret. Sealed under the master key, since signing needs it in clear. */
export interface SealedSecret {
  sealed: string;
  createdAt: Date;
  /** When it stops signing; absent on the current one. */
  retiresAt?: Date;
}

export interface MerchantRecord {
  _id: string;
  name: string;
  mode: Mode;
  status: 'active' | 'suspended';
  /** Keyed hash of the public key: the key itself is shown once and kept nowhere. */
  publicKeyHash: string;
  /** The master key that it is hashed under, see keyed.ts; absent on what is older than this field. */
  hashedUnder?: string;
  secrets: SealedSecret[];
  /** Sealed key that every trx of this merchant is computed with; random, never changes. */
  trxKey: string;
  /** What it may use; null: every method, those that come later too. */
  methods: MethodName[] | null;
  threeDsPolicy: ThreeDsPolicy;
  lateMoneyPolicy: LateMoneyPolicy;
  /** Least amount in minor units, by currency. */
  minimums: Record<string, number>;
  fees: FeeRule[];
  /** Gateway accounts that this merchant may use, by their ids in routing; empty: all of its mode. */
  accounts: string[];
  createdAt: Date;
}

/** Whether a merchant may use a method. */
export const mayUse = ({ methods }: MerchantRecord, method: MethodName): boolean =>
  methods === null || methods.includes(method);

export const merchants = defineCollection<MerchantRecord>('merchants', [
  { key: { publicKeyHash: 1 }, options: { unique: true } },
  { key: { createdAt: 1 } },
]);
