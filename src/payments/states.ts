import type { PaymentJobName } from '../jobs/catalogue.js';

/** What a merchant is told of a payment. */
export const TOLD_STATUSES = ['pending', 'success', 'failed', 'cancelled'] as const;
/** What operators are shown beside that: to its merchant there is no payment that is `abandoned`. */
export const PUBLIC_STATUSES = [...TOLD_STATUSES, 'abandoned'] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

export type PaymentStatus =
  | 'opening'
  | 'abandoned'
  | 'authorizing'
  | 'challenged'
  | 'unresolved'
  | 'checkout_open'
  | 'awaiting_payment'
  | 'awaiting_wallet'
  | 'awaiting_debit'
  | 'succeeded'
  | 'failed'
  | 'cancelled';

export type PaymentEvent =
  | 'authorized'
  | 'challenge_required'
  | 'declined'
  | 'no_answer'
  | 'challenge_passed'
  | 'challenge_failed'
  | 'confirmed'
  | 'refused'
  | 'cancelled'
  | 'timed_out'
  | 'card_entered'
  | 'upi_chosen'
  | 'wallet_chosen'
  | 'mandate_given'
  | 'upi_opened'
  | 'wallet_opened'
  | 'not_opened'
  | 'attempt_failed'
  | 'given_up';

interface State {
  /** What the merchant is told. */
  public: PublicStatus;
  /** What a person would say that the payment waits for. */
  waitsFor?: string;
  /** The one job that moves a payment out of here. */
  job?: PaymentJobName;
  /** An order's money is waited for, which its customer sends elsewhere: they may prove it, or leave the order. */
  awaitsMoney?: true;
  /** What may happen here, and where it leads. */
  on: Partial<Record<PaymentEvent, PaymentStatus>>;
}

/**
 * THE table: every status, what it waits for, who owns it, and how it is left. The README's chart is printed from it.
 */
export const STATES: Record<PaymentStatus, State> = {
  opening: {
    public: 'pending',
    waitsFor: 'the gateway to open the order',
    job: 'order-opening',
    on: {
      upi_opened: 'awaiting_payment',
      wallet_opened: 'awaiting_wallet',
      confirmed: 'succeeded', // by whoever found the order at the gateway
      not_opened: 'abandoned',
    },
  },
  // Nobody was told how to pay it. The next initiate call with its identifier takes the document up again.
  abandoned: {
    public: 'abandoned',
    waitsFor: 'the gateway to close the order',
    job: 'late-confirmation',
    on: {
      // its money came, and a person must judge it: from then on there is a payment
      upi_opened: 'awaiting_payment',
      wallet_opened: 'awaiting_wallet',
      confirmed: 'succeeded',
    },
  },
  authorizing: {
    public: 'pending',
    waitsFor: "the gateway's answer",
    job: 'card-authorization',
    on: {
      authorized: 'succeeded',
      challenge_required: 'challenged',
      declined: 'failed',
      attempt_failed: 'checkout_open',
      no_answer: 'unresolved',
    },
  },
  challenged: {
    public: 'pending',
    waitsFor: "the customer on the issuer's page",
    job: 'three-ds-resolution',
    on: {
      challenge_passed: 'succeeded',
      challenge_failed: 'failed',
      timed_out: 'failed',
      attempt_failed: 'checkout_open',
      confirmed: 'succeeded', // by a person, where the gateway only tells
      refused: 'failed',
    },
  },
  unresolved: {
    public: 'pending',
    waitsFor: 'a gateway that gave no answer',
    job: 'status-inquiry',
    on: {
      authorized: 'succeeded',
      challenge_required: 'challenged',
      declined: 'failed',
      attempt_failed: 'checkout_open',
      confirmed: 'succeeded', // as above
      refused: 'failed',
    },
  },
  checkout_open: {
    public: 'pending',
    waitsFor: 'the customer on our page',
    job: 'checkout-expiry',
    on: {
      confirmed: 'succeeded', // by the order that was left
      card_entered: 'authorizing',
      upi_chosen: 'awaiting_payment',
      wallet_chosen: 'awaiting_wallet',
      mandate_given: 'awaiting_debit',
      cancelled: 'cancelled',
      timed_out: 'cancelled',
      given_up: 'failed',
    },
  },
  awaiting_payment: {
    public: 'pending',
    waitsFor: "the customer's UPI app",
    job: 'upi-confirmation',
    awaitsMoney: true,
    on: {
      confirmed: 'succeeded',
      refused: 'failed',
      cancelled: 'cancelled',
      timed_out: 'cancelled',
      not_opened: 'checkout_open',
      attempt_failed: 'checkout_open',
    },
  },
  awaiting_wallet: {
    public: 'pending',
    waitsFor: "the customer on the wallet's page",
    job: 'wallet-confirmation',
    awaitsMoney: true,
    on: {
      confirmed: 'succeeded',
      refused: 'failed',
      cancelled: 'cancelled',
      timed_out: 'cancelled',
      not_opened: 'checkout_open',
      attempt_failed: 'checkout_open',
    },
  },
  awaiting_debit: {
    public: 'pending',
    waitsFor: 'the bank of the debtor, which takes days',
    job: 'debit-confirmation',
    on: { confirmed: 'succeeded', refused: 'failed', not_opened: 'checkout_open' },
  },
  succeeded: { public: 'success', on: {} },
  failed: { public: 'failed', waitsFor: 'late money', job: 'late-confirmation', on: { confirmed: 'succeeded' } },
  cancelled: { public: 'cancelled', waitsFor: 'late money', job: 'late-confirmation', on: { confirmed: 'succeeded' } },
};

/** Stands for a status that only a newer version knows, which runs or ran beside this one. */
const UNKNOWN: State = { public: 'pending', waitsFor: 'a newer version of Tollgate', on: {} };

/** Whether this version knows a status: a stored one may come from a newer version. */
export const isKnown = (status: string): boolean => Object.hasOwn(STATES, status);

/** A status's line in the table. A status that this version does not know is pending, and nothing moves it. */
export const stateOf = (status: PaymentStatus): State => (isKnown(status) ? STATES[status] : UNKNOWN);

/** The statuses in which an initiate call stores a new payment; all others are reached by events. */
export const FIRST_STATUSES = ['opening', 'authorizing', 'checkout_open'] as const satisfies PaymentStatus[];
export type FirstStatus = (typeof FIRST_STATUSES)[number];

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
export const STATUSES = Object.keys(STATES) as PaymentStatus[];

/** Everything that may happen to a payment. */
export const EVENTS = STATUSES.flatMap((status) => Object.keys(STATES[status].on) as PaymentEvent[]);

/** A payment was asked to take a step that the table does not have: a bug of ours. */
export class IllegalTransition extends Error {}

/** @throws {IllegalTransition} when the table has no such step */
export function nextStatus(from: PaymentStatus, event: PaymentEvent): PaymentStatus {
  const to = stateOf(from).on[event];
  if (!to) throw new IllegalTransition(`A payment that is ${from} cannot take "${event}"`);
  return to;
}

export const publicStatus = (status: PaymentStatus): PublicStatus => stateOf(status).public;
export const isFinal = (status: PaymentStatus): boolean => publicStatus(status) !== 'pending';
/** Whether it is the turn of a customer who pays outside of our page. */
export const awaitsMoney = (status: PaymentStatus): boolean => stateOf(status).awaitsMoney === true;
