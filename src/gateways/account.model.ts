import { defineModel } from '../database/model.js';
import { date, flag, listOf, mapOf, number, oneOf, optional, schemaOf, subdocument, text } from '../database/schema.js';
import { MODES, WALLETS, type MethodName, type Mode, type Wallet } from '../vocabulary.js';

/** A method that an account takes. Amounts are minor units, by currency. */
export interface AccountMethod {
  method: MethodName;
  currencies: string[];
  minimums?: Record<string, number>;
  maximums?: Record<string, number>;
  /** Of the method `wallet`, whose these are; absent: all of its gateway's. */
  wallets?: Wallet[];
}

/** One credential: sealed under the master key, since calls need it in clear, and what may be shown of it. */
export interface SealedCredential {
  sealed: string;
  lastFour: string;
}

export const ACCOUNT_STATUSES = ['active', 'paused', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** An account of ours at a gateway: one contract. Attempts name it for ever, so it is closed and never deleted. */
export interface Account {
  _id: string;
  connector: string;
  mode: Mode;
  methods: AccountMethod[];
  /** Whether the account can authenticate cards; a connector may be able to while a contract is not. */
  threeDs: boolean;
  /** Who is named on SEPA mandates. */
  creditor?: { name: string; identifier: string };
  credentials: Record<string, SealedCredential>;
  /** 1 to 1000: the lowest is asked first. */
  priority: number;
  /** Taken only by merchants that name it. */
  onRequest: boolean;
  /** `paused` takes no new payment, those under way go on; `closed` has none any more. */
  status: AccountStatus;
  /** While it is paused only to count what waits there, for whoever closes it. A word of anybody on its status ends that. */
  isClosing?: boolean;
  /** When a truth run at its gateway passed last: what is known of it was then not only read. */
  seenAt?: Date;
  /** When what waits there is to be asked about anew, since its credentials were replaced; absent once that is done. */
  askAgainAt?: Date;
  /** Goes up with every change. */
  version: number;
  createdAt: Date;
  /** What other processes find changes by. */
  changedAt: Date;
}

const schema = schemaOf<Account>({
  _id: text,
  connector: text,
  mode: oneOf(MODES),
  methods: listOf(
    subdocument<AccountMethod>({
      method: text,
      currencies: listOf(text),
      minimums: optional(mapOf(number)),
      maximums: optional(mapOf(number)),
      wallets: optional(listOf(oneOf(WALLETS))),
    }),
  ),
  threeDs: flag,
  creditor: optional(subdocument<NonNullable<Account['creditor']>>({ name: text, identifier: text })),
  credentials: mapOf(subdocument<SealedCredential>({ sealed: text, lastFour: text })),
  priority: number,
  onRequest: flag,
  status: oneOf(ACCOUNT_STATUSES),
  isClosing: optional(flag),
  seenAt: optional(date),
  askAgainAt: optional(date),
  version: number,
  createdAt: date,
  changedAt: date,
});
schema.index({ changedAt: 1 });

/** Accounts at gateways. Routing reads them from memory: accounts.ts. */
export const gatewayAccounts = defineModel<Account>('gateway_accounts', schema);
