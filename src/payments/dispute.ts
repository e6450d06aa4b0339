import {
  DISPUTE_REASONS,
  DISPUTE_STAGES,
  DISPUTE_STATES,
  type DisputeReason,
  type DisputeState,
  type GatewayDispute,
} from '../connectors/disputes.js';
import { date, mixed, number, nullable, oneOf, optional, subdocument, text } from '../database/schema.js';
import { frozenRate, type FrozenRate } from '../money/exchange.js';
import { obligation, type Obligation } from '../jobs/obligation.js';

/** A customer who wants the money back from the bank. It lies in its payment, as refunds do (ADR 13). */
export interface Dispute extends Omit<GatewayDispute, 'trx'> {
  id: string;
  amount: number; // minor units
  currency: string;
  reason: DisputeReason;
  openedAt: Date;
  respondBy: Date | null;
  state: DisputeState;
  /** When we heard that it was closed. */
  closedAt?: Date;
  /** Of one that is lost: when the money counts as gone, and what it is in cents by the payment's frozen rate. */
  lostAt?: Date;
  amountUsd?: number;
  /** By which it is in cents instead, when it is lost in another currency than the payment's: that of the moment. */
  rate?: FrozenRate;
}

/** A payment whose gateway is to be asked about its disputes: an obligation of its own beside the payment's. */
export interface DisputeInquiry {
  version: number;
  /** How often the gateway was asked without an answer. */
  inquiryCount: number;
  next?: Obligation;
}

export const dispute = subdocument<Dispute>({
  id: text,
  amount: number,
  currency: text,
  reason: oneOf(DISPUTE_REASONS),
  openedAt: date,
  respondBy: nullable(date),
  state: oneOf(DISPUTE_STATES),
  stage: optional(oneOf(DISPUTE_STAGES)),
  closedAt: optional(date),
  lostAt: optional(date),
  amountUsd: optional(number),
  rate: optional(frozenRate),
});

export const toldDispute = mixed<GatewayDispute>();

export const disputeInquiry = subdocument<DisputeInquiry>({
  version: number,
  inquiryCount: number,
  next: optional(obligation),
});

/** That of a payment which ends: what has waited for that is due. Undefined when nothing has. */
export const inquiryAtEnd = (before: DisputeInquiry | undefined, at: Date): DisputeInquiry | undefined =>
  before?.next && { version: before.version + 1, inquiryCount: 0, next: { ...before.next, at } };
