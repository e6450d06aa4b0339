import { date, listOf, mapOf, oneOf, optional, subdocument, text } from '../database/schema.js';
import { feeRule } from '../money/fees.js';
import {
  LATE_MONEY_POLICIES,
  THREE_DS_POLICIES,
  type FeeRule,
  type LateMoneyPolicy,
  type ThreeDsPolicy,
} from '../vocabulary.js';

/** What only a hosted payment has: the customer chooses the method, and may try again. */
export interface Checkout {
  /** Keyed hash of the link's token: what the page finds the payment by. */
  tokenHash: string;
  /** The token under the master key: the way back to the page from an issuer's or a wallet's. */
  sealedToken: string;
  expiresAt: Date;
  /**
   * The gateway account of each choice that is offered, by its name on the page, frozen at initiation like fees and
   * policies. Earlier versions wrote one for each method.
   */
  accounts: Record<string, string>;
  /** Those that could take it instead, in order, by choice; absent when there are none. */
  fallbacks?: Record<string, string[]>;
  fees: FeeRule[];
  threeDs: ThreeDsPolicy;
  lateMoney: LateMoneyPolicy;
  /** The merchant's page about privacy, when it had one. */
  privacyUrl?: string;
}

export const checkout = subdocument<Checkout>({
  tokenHash: text,
  sealedToken: text,
  expiresAt: date,
  accounts: mapOf(text),
  fallbacks: optional(mapOf(listOf(text))),
  fees: listOf(feeRule),
  threeDs: oneOf(THREE_DS_POLICIES),
  lateMoney: oneOf(LATE_MONEY_POLICIES),
  privacyUrl: optional(text),
});
