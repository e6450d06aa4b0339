import { date, flag, nullable, number, oneOf, optional, subdocument, text } from '../database/schema.js';
import type { Browser } from '../connectors/payer.js';
import { ALL_REASONS, type Reason } from './reasons.js';
import { EVENTS, STATUSES, type PaymentEvent, type PaymentStatus } from './states.js';

export interface Customer {
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
}

export const customer = subdocument<Customer>({ first_name: text, last_name: text, email: text, mobile: text });

export const browser = subdocument<Browser>({
  ip: text,
  userAgent: optional(text),
  acceptHeader: optional(text),
  language: optional(text),
});

/** What may be kept of a card (PCI DSS 3.4): never the number, never the code. */
export interface CardSummary {
  network: string;
  first6: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  /** Keyed hash of the number, to count declines by. */
  fingerprint: string;
}

export const cardSummary = subdocument<CardSummary>({
  network: text,
  first6: text,
  last4: text,
  expiryMonth: number,
  expiryYear: number,
  fingerprint: text,
});

/** One try at a gateway. The key is written before the call and the same on every repetition. */
export interface Attempt {
  no: number;
  key: string;
  /** The gateway account that it was made at; absent on attempts of earlier versions, whose payment names it. */
  account?: string;
  startedAt: Date;
  answeredAt?: Date;
  outcome?: string;
  /** Why it did not succeed, on a hosted payment that went on after it. */
  reason?: Reason;
  /** Whether the account took nothing and the next attempt is the same try at another one. */
  passedOn?: boolean;
  /** Whether its merchant has asked for the end of its order: stored before the gateway is, whose answer may be lost. */
  cancelAsked?: boolean;
  /** How often a worker has begun to send the card; see key-callers.ts. */
  callers?: number;
  /** Whether nobody may send the card, or open the order, any more. */
  left?: boolean;
  /** The gateway's own reference and code: for operators only. */
  reference?: string;
  gatewayCode?: string;
}

export const attempt = subdocument<Attempt>({
  no: number,
  key: text,
  account: optional(text),
  startedAt: date,
  answeredAt: optional(date),
  outcome: optional(text),
  reason: optional(oneOf(ALL_REASONS)),
  passedOn: optional(flag),
  cancelAsked: optional(flag),
  callers: optional(number),
  left: optional(flag),
  reference: optional(text),
  gatewayCode: optional(text),
});

/**
 * Why only a person can judge a payment's money: it is not what was asked for; came too late for a cautious merchant, or
 * after a person had said that there was none; or a gateway that cannot be asked has not told whether it came.
 */
export const MONEY_KINDS = ['amount_mismatch', 'late_money', 'not_told'] as const;

export interface MoneyReview {
  kind: (typeof MONEY_KINDS)[number];
  openedAt: Date;
  /** What the gateway, or a person who has looked there, says has come: minor units; 0 when nothing is known of. */
  amount: number;
  currency: string;
  /** The gateway's of the money; while nothing is known of any, by which the payment is looked up there. */
  reference: string;
  /** Of money that a person has found: `account|reference`, which no other payment's is. */
  foundAs?: string;
  decidedAt?: Date;
  decision?: 'accept' | 'reject';
  note?: string;
  decidedBy?: string;
}

export const moneyReview = subdocument<MoneyReview>({
  kind: oneOf(MONEY_KINDS),
  openedAt: date,
  amount: number,
  currency: text,
  reference: text,
  foundAs: optional(text),
  decidedAt: optional(date),
  decision: optional(oneOf(['accept', 'reject'])),
  note: optional(text),
  decidedBy: optional(text),
});

export interface Step {
  /** What its writer knows it by. */
  id?: string;
  event: PaymentEvent | 'created';
  from: PaymentStatus | null;
  to: PaymentStatus;
  at: Date;
  actor: string;
}

export const step = subdocument<Step>({
  id: optional(text),
  event: oneOf(['created', ...EVENTS]),
  from: nullable(oneOf(STATUSES)),
  to: oneOf(STATUSES),
  at: date,
  actor: text,
});

/** What merchants are told of: how a payment ended, what became of a refund, and of a dispute. */
export const RESULT_TYPES = [
  'payment.success',
  'payment.failed',
  'payment.cancelled',
  'refund.success',
  'refund.failed',
  'dispute.opened',
  'dispute.closed',
] as const;
export type ResultType = (typeof RESULT_TYPES)[number];

/**
 * A result that the merchant must hear of, born in the update that made it (transactional outbox), published to
 * ipn_deliveries afterwards.
 */
export interface PaymentResult {
  eventId: string;
  type: ResultType;
  at: Date;
  /** The notification's `data`, frozen as JSON when it happened. */
  data: string;
}

export const paymentResult = subdocument<PaymentResult>({
  eventId: text,
  type: oneOf(RESULT_TYPES),
  at: date,
  data: text,
});
