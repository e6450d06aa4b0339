import { defineModel } from '../database/model.js';
import {
  date,
  listOf,
  mapOf,
  nullable,
  number,
  oneOf,
  optional,
  schemaOf,
  subdocument,
  text,
} from '../database/schema.js';
import { feeRule } from '../money/fees.js';
import {
  LATE_MONEY_POLICIES,
  MODES,
  THREE_DS_POLICIES,
  type FeeRule,
  type LateMoneyPolicy,
  type MethodName,
  type Mode,
  type ThreeDsPolicy,
} from '../vocabulary.js';

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
  /** Gateway accounts that this merchant may use, by their ids; empty: all of its mode. */
  accounts: string[];
  /** Its own page about privacy, for customers; null or absent: it has none. */
  privacyUrl?: string | null;
  /** Goes up with every change of what is chosen for it, its public key and its status; absent before the first. */
  version?: number;
  createdAt: Date;
}

/** Whether a merchant may use a method. */
export const mayUse = ({ methods }: MerchantRecord, method: MethodName): boolean =>
  methods === null || methods.includes(method);

const schema = schemaOf<MerchantRecord>({
  _id: text,
  name: text,
  mode: oneOf(MODES),
  status: oneOf(['active', 'suspended']),
  publicKeyHash: text,
  hashedUnder: optional(text),
  secrets: listOf(subdocument<SealedSecret>({ sealed: text, createdAt: date, retiresAt: optional(date) })),
  trxKey: text,
  methods: nullable(listOf(text)),
  threeDsPolicy: oneOf(THREE_DS_POLICIES),
  lateMoneyPolicy: oneOf(LATE_MONEY_POLICIES),
  minimums: mapOf(number),
  fees: listOf(feeRule),
  accounts: listOf(text),
  privacyUrl: optional(nullable(text)),
  version: optional(number),
  createdAt: date,
});
schema.index({ publicKeyHash: 1 }, { unique: true });
schema.index({ createdAt: 1 });
schema.index({ name: 1 });

export const merchants = defineModel<MerchantRecord>('merchants', schema);
