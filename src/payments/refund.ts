import { date, flag, listOf, nullable, number, oneOf, optional, subdocument, text } from '../database/schema.js';
import { trace } from '../ipn/delivery.model.js';
import { obligation, type Obligation } from '../jobs/obligation.js';
import type { Trace } from '../telemetry/trace.js';
import { REFUND_EVENTS, REFUND_STATUSES, type RefundEvent, type RefundStatus } from './refund-states.js';

/** Why money is sent back, as the merchant says. */
export const REFUND_REASONS = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Why a refund failed, in the words that merchants read. */
export const REFUND_FAILURES = {
  refused: 'The gateway refused the refund',
  account_closed: "The customer's account or card cannot take the money back",
  no_funds: 'The balance at the gateway does not cover the refund',
  disputed: 'The customer disputes the payment at the bank',
  taken_back: 'The gateway took the refund back after it had succeeded',
} as const;
export type RefundFailure = keyof typeof REFUND_FAILURES;

export interface RefundStep {
  /** What its writer knows it by. */
  id: string;
  event: RefundEvent | 'created';
  from: RefundStatus | null;
  to: RefundStatus;
  at: Date;
  actor: string;
}

/**
 * Money on its way back to a customer. It lies in its payment (ADR 13), so that its amount is reserved, freed and counted
 * in the one update that changes its status. Amounts are minor units.
 */
export interface Refund {
  /** The refund_id: a UUID that follows from the merchant and its own identifier. */
  id: string;
  /** Under which the gateway is asked, every time: `<trx>-r<no>`. Its job is named by it. */
  key: string;
  /** The gateway's own, of one that was made there and taken over: in the place of ours wherever the gateway is meant. */
  gatewayKey?: string;
  /** The merchant's own, the refund_identifier. */
  identifier: string;
  /** Keyed hash of the Idempotency-Key that created it. */
  idempotencyKey?: string;
  status: RefundStatus;
  amount: number;
  currency: string;
  /** Cents; settled when it succeeds, an estimate before. */
  amountUsd: number;
  reason: RefundReason;
  note?: string;
  failure?: RefundFailure;
  /** The gateway's own reference and code: for operators only. */
  reference?: string;
  gatewayCode?: string;
  /** What its gateway says it gave back, where that is not what it was asked for. */
  moved?: { amount: number; currency: string };
  /** How often the gateway was asked without an answer that settles it. */
  inquiryCount: number;
  /** Whether its gateway has told of it while the first call for it was under way, perhaps: it is asked once more. */
  hasNews?: boolean;
  /** How often a worker has begun the first call for it; see refund-job.ts. */
  callers?: number;
  history: RefundStep[];
  version: number;
  next?: Obligation | null;
  createdAt: Date;
  updatedAt: Date;
  succeededAt?: Date;
  /** When its gateway took it back, after it had succeeded. */
  takenBackAt?: Date;
  /** Of the request that it began with. */
  trace?: Trace;
}

const step = subdocument<RefundStep>({
  id: text,
  event: oneOf(['created', ...REFUND_EVENTS]),
  from: nullable(oneOf(REFUND_STATUSES)),
  to: oneOf(REFUND_STATUSES),
  at: date,
  actor: text,
});

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
const ALL_FAILURES = Object.keys(REFUND_FAILURES) as RefundFailure[];

export const refund = subdocument<Refund>({
  id: text,
  key: text,
  gatewayKey: optional(text),
  identifier: text,
  idempotencyKey: optional(text),
  status: oneOf(REFUND_STATUSES),
  amount: number,
  currency: text,
  amountUsd: number,
  reason: oneOf(REFUND_REASONS),
  note: optional(text),
  failure: optional(oneOf(ALL_FAILURES)),
  reference: optional(text),
  gatewayCode: optional(text),
  moved: optional(subdocument({ amount: number, currency: text })),
  inquiryCount: number,
  hasNews: optional(flag),
  callers: optional(number),
  history: listOf(step),
  version: number,
  next: optional(nullable(obligation)),
  createdAt: date,
  updatedAt: date,
  succeededAt: optional(date),
  takenBackAt: optional(date),
  trace: optional(trace),
});

/** Under which the gateway knows a refund. */
export const keyAtGateway = ({ key, gatewayKey }: Pick<Refund, 'key' | 'gatewayKey'>): string => gatewayKey ?? key;

/** The refund of a payment that its gateway knows by this key: the later one, of one that failed and was taken over. */
export const refundAtGateway = (payment: { refunds?: Refund[] } | undefined, key: string): Refund | undefined =>
  payment?.refunds?.findLast((refund) => keyAtGateway(refund) === key);
