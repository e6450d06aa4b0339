import type { FeeRule, LateMoneyPolicy, MethodName, Mode, ThreeDsPolicy } from '../vocabulary.js';
import { defineCollection } from '../database/client.js';

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
