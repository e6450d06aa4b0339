import { expect } from 'chai';
import { JOB_NAMES, JOBS, type JobName } from '../../src/jobs/catalogue.js';
import {
  IllegalTransition,
  isFinal,
  nextStatus,
  publicStatus,
  STATES,
  STATUSES,
  type PaymentEvent,
  type PaymentStatus,
  type PublicStatus,
} from '../../src/payments/states.js';

/** Every event; one that is missing here does not compile. */
const EVENTS: Record<PaymentEvent, true> = {
  authorized: true,
  challenge_required: true,
  declined: true,
  no_answer: true,
  challenge_passed: true,
  challenge_failed: true,
  confirmed: true,
  refused: true,
  cancelled: true,
  timed_out: true,
  card_entered: true,
  upi_chosen: true,
  wallet_chosen: true,
  mandate_given: true,
  upi_opened: true,
  wallet_opened: true,
  not_opened: true,
  attempt_failed: true,
  given_up: true,
};

/** Every legal step, written down once more: what the table must say, not what it says. */
const LEGAL: Record<PaymentStatus, Partial<Record<PaymentEvent, PaymentStatus>>> = {
  opening: {
    upi_opened: 'awaiting_payment',
    wallet_opened: 'awaiting_wallet',
    confirmed: 'succeeded',
    not_opened: 'abandoned',
  },
  abandoned: { upi_opened: 'awaiting_payment', wallet_opened: 'awaiting_wallet', confirmed: 'succeeded' },
  authorizing: {
    authorized: 'succeeded',
    challenge_required: 'challenged',
    declined: 'failed',
    attempt_failed: 'checkout_open',
    no_answer: 'unresolved',
  },
  challenged: {
    challenge_passed: 'succeeded',
    challenge_failed: 'failed',
    timed_out: 'failed',
    attempt_failed: 'checkout_open',
    confirmed: 'succeeded',
    refused: 'failed',
  },
  unresolved: {
    authorized: 'succeeded',
    challenge_required: 'challenged',
    declined: 'failed',
    attempt_failed: 'checkout_open',
    confirmed: 'succeeded',
    refused: 'failed',
  },
  checkout_open: {
    confirmed: 'succeeded',
    card_entered: 'authorizing',
    upi_chosen: 'awaiting_payment',
    wallet_chosen: 'awaiting_wallet',
    mandate_given: 'awaiting_debit',
    cancelled: 'cancelled',
    timed_out: 'cancelled',
    given_up: 'failed',
  },
  awaiting_payment: {
    confirmed: 'succeeded',
    refused: 'failed',
    cancelled: 'cancelled',
    timed_out: 'cancelled',
    not_opened: 'checkout_open',
    attempt_failed: 'checkout_open',
  },
  awaiting_wallet: {
    confirmed: 'succeeded',
    refused: 'failed',
    cancelled: 'cancelled',
    timed_out: 'cancelled',
    not_opened: 'checkout_open',
    attempt_failed: 'checkout_open',
  },
  awaiting_debit: { confirmed: 'succeeded', refused: 'failed', not_opened: 'checkout_open' },
  succeeded: {},
  failed: { confirmed: 'succeeded' },
  cancelled: { confirmed: 'succeeded' },
};

const PUBLIC: Record<PaymentStatus, PublicStatus> = {
  opening: 'pending',
  abandoned: 'abandoned',
  authorizing: 'pending',
  challenged: 'pending',
  unresolved: 'pending',
  checkout_open: 'pending',
  awaiting_payment: 'pending',
  awaiting_wallet: 'pending',
  awaiting_debit: 'pending',
  succeeded: 'success',
  failed: 'failed',
  cancelled: 'cancelled',
};

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
const events = Object.keys(EVENTS) as PaymentEvent[];
/** Reviews and refunds have obligations of their own beside the payment's status, so that confirmation goes on meanwhile. */
const BESIDE: JobName[] = ['proof-review', 'refund-execution', 'dispute-inquiry'];
const paymentJobs = JOB_NAMES.filter((name) => JOBS[name].collection === 'payments' && !BESIDE.includes(name));

/** Every status that can be reached from one, itself included. */
function reachableFrom(status: PaymentStatus, seen = new Set<PaymentStatus>()): Set<PaymentStatus> {
  if (seen.has(status)) return seen;
  seen.add(status);
  for (const to of Object.values(STATES[status].on)) reachableFrom(to, seen);
  return seen;
}

describe('states', () => {
  for (const status of STATUSES)
    for (const event of events) {
      const to = LEGAL[status][event];
      if (to)
        it(`leads from ${status} by ${event} to ${to}`, () => {
          expect(nextStatus(status, event)).to.equal(to);
        });
      else
        it(`refuses ${event} for a payment that is ${status}`, () => {
          expect(() => nextStatus(status, event)).to.throw(IllegalTransition, new RegExp(`${status}.*${event}`));
        });
    }

  for (const status of STATUSES)
    it(`shows ${status} to merchants as ${PUBLIC[status]}`, () => {
      expect(publicStatus(status)).to.equal(PUBLIC[status]);
      expect(isFinal(status)).to.equal(PUBLIC[status] !== 'pending');
    });

  for (const status of STATUSES.filter((each) => PUBLIC[each] === 'pending')) {
    it(`has one job that owns ${status}, and says what it waits for`, () => {
      expect(paymentJobs).to.include(STATES[status].job);
      expect(STATES[status].waitsFor).to.be.a('string').that.is.not.empty;
    });

    it(`has a way from ${status} to success and to failure`, () => {
      expect([...reachableFrom(status)].map(publicStatus)).to.include.members(['success', 'failed']);
    });
  }

  for (const job of paymentJobs)
    it(`has something for ${job} to do`, () => {
      expect(STATUSES.filter((status) => STATES[status].job === job)).to.not.be.empty;
    });

  it('never leaves success', () => {
    for (const status of STATUSES.filter((each) => publicStatus(each) === 'success'))
      expect(STATES[status].on).to.deep.equal({});
  });
});
