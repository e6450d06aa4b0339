/** What a merchant is told of a refund. */
export const REFUND_PUBLIC_STATUSES = ['pending', 'success', 'failed'] as const;
export type RefundPublicStatus = (typeof REFUND_PUBLIC_STATUSES)[number];

export type RefundStatus = 'requested' | 'processing' | 'unresolved' | 'succeeded' | 'failed';

export type RefundEvent = 'refunded' | 'accepted' | 'refused' | 'no_answer' | 'taken_back';

interface RefundState {
  /** What the merchant is told. */
  public: RefundPublicStatus;
  /** What a person would say that the refund waits for. */
  waitsFor?: string;
  /** The one job that moves a refund out of here. */
  job?: 'refund-execution';
  /** What may happen here, and where it leads. */
  on: Partial<Record<RefundEvent, RefundStatus>>;
}

/** THE table of refunds, as states.ts has that of payments. The README's chart is printed from it. */
export const REFUND_STATES: Record<RefundStatus, RefundState> = {
  requested: {
    public: 'pending',
    waitsFor: "the gateway's answer",
    job: 'refund-execution',
    on: { refunded: 'succeeded', refused: 'failed', accepted: 'processing', no_answer: 'unresolved' },
  },
  processing: {
    public: 'pending',
    waitsFor: 'the gateway, which has taken the refund on',
    job: 'refund-execution',
    on: { refunded: 'succeeded', refused: 'failed' },
  },
  unresolved: {
    public: 'pending',
    waitsFor: 'a gateway that gave no answer',
    job: 'refund-execution',
    on: { refunded: 'succeeded', refused: 'failed', accepted: 'processing' },
  },
  // Some gateways take a refund back days later: the customer's account was closed.
  succeeded: { public: 'success', on: { taken_back: 'failed' } },
  failed: { public: 'failed', on: {} },
};

/** Those in which a refund is stored anew: one that was made at the gateway has succeeded already. */
export const FIRST_REFUND_STATUSES = ['requested', 'succeeded'] as const satisfies RefundStatus[];
export type FirstRefundStatus = (typeof FIRST_REFUND_STATUSES)[number];

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
export const REFUND_STATUSES = Object.keys(REFUND_STATES) as RefundStatus[];

/** Everything that may happen to a refund. */
export const REFUND_EVENTS = [
  ...new Set(REFUND_STATUSES.flatMap((status) => Object.keys(REFUND_STATES[status].on) as RefundEvent[])),
];

/** A refund was asked to take a step that the table does not have: a bug of ours. */
export class IllegalRefundStep extends Error {}

/** @throws {IllegalRefundStep} when the table has no such step */
export function nextRefundStatus(from: RefundStatus, event: RefundEvent): RefundStatus {
  const to = REFUND_STATES[from].on[event];
  if (!to) throw new IllegalRefundStep(`A refund that is ${from} cannot take "${event}"`);
  return to;
}

export const publicRefundStatus = (status: RefundStatus): RefundPublicStatus => REFUND_STATES[status].public;
