import type { About } from './about.js';

/** Why a customer wants the money back, as the bank says, in our words. */
export const DISPUTE_REASONS = [
  'fraudulent',
  'unrecognized',
  'duplicate',
  'product_not_received',
  'product_unacceptable',
  'credit_not_processed',
  'subscription_cancelled',
  'other',
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** `open` also while the money has gone for the time being, and of an inquiry that may become a dispute. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A dispute as its gateway knows it. */
export interface GatewayDispute {
  /** The gateway's own id. */
  id: string;
  /** Our trx. */
  trx: string;
  amount: number; // minor units; may be less than the payment's
  currency: string;
  reason: DisputeReason;
  openedAt: Date;
  /** Until when the bank takes an answer; null where the gateway does not say. */
  respondBy: Date | null;
  state: DisputeState;
}

/** What a gateway can do about disputes, as data. */
export interface DisputeCapabilities {
  /** By what it is asked about a payment's disputes; `told`: it cannot be asked, and only tells, signed. */
  asks: 'key' | 'reference' | 'told';
  /**
   * Whether a debit that came back is gone for good, since no bank takes evidence about it: what the gateway tells of as open
   * is lost then.
   */
  debitsAreLost?: true;
}

/** A gateway that tells of disputes. Stateless. Throws ConnectorError only when nobody answered. */
export interface DisputeConnector {
  readonly capabilities: DisputeCapabilities;
  /**
   * All disputes of a payment, closed ones too; none of a gateway that cannot be asked. Asks without changing anything.
   */
  disputesOf(about: About): Promise<GatewayDispute[]>;
  /** In a sandbox, plays the bank. @returns false when the dispute is closed already; absent at every other gateway */
  simulate?(about: About, dispute: string, outcome: 'won' | 'lost'): Promise<boolean>;
}
