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

/**
 * How far a dispute has gone, in this order: a bank asks, says that it will take the money, takes it, and after an answer
 * asks for it again, and again the scheme. By it a word that comes late is known as old.
 */
export const DISPUTE_STAGES = ['inquiry', 'notice', 'chargeback', 'pre_arbitration', 'arbitration'] as const;
export type DisputeStage = (typeof DISPUTE_STAGES)[number];

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
  /** Where a gateway only tells: at which stage this was so; absent of a word that may come at any. */
  stage?: DisputeStage;
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
