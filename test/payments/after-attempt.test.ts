import { expect } from 'chai';
import {
  afterAttempt,
  endOfCheckout,
  endOfOrder,
  notOpened,
  type EventWithChanges,
} from '../../src/payments/after-attempt.js';
import { newAttempt } from '../../src/payments/attempts.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { Attempt } from '../../src/payments/payment-parts.js';
import type { PaymentStatus } from '../../src/payments/states.js';
import { hosted } from '../checkout/a-hosted-payment.js';
import { aPayment } from './a-payment.js';

const DECLINED: Partial<Attempt> = { outcome: 'declined', reason: 'insufficient_funds' };
const LEFT: Partial<Attempt> = { outcome: 'cancelled', reason: 'cancelled_by_customer' };

const CANCELLED: Partial<Attempt> = { outcome: 'cancelled', reason: 'cancelled_by_merchant' };

/** A hosted payment in a status, after these attempts and with one more under way. */
function tried(status: PaymentStatus, before: Partial<Attempt>[] = [], isOver = false): PaymentRecord {
  const payment = aPayment({ status });
  const attempts = [...before, {}].map((each, at) => ({ ...newAttempt(payment._id, at + 1, 'sandbox-card'), ...each }));
  return hosted({ ...payment, attempts }, { expiresAt: new Date(isOver ? 0 : '2100-01-01') });
}

/** What the gateway or the clock says of the attempt under way. */
const says = (payment: PaymentRecord, event: EventWithChanges['event'], last: Partial<Attempt>): EventWithChanges => ({
  event,
  changes: {
    reason: last.reason ?? null,
    attempts: payment.attempts.map((each, at) => (at === payment.attempts.length - 1 ? { ...each, ...last } : each)),
  },
});

type Case = [
  what: string,
  payment: PaymentRecord,
  event: EventWithChanges['event'],
  last: Partial<Attempt>,
  then: EventWithChanges['event'],
  reason: string,
];

const OPEN = 'awaiting_payment';
const FAILED: Partial<Attempt> = { outcome: 'declined', reason: 'authentication_failed' };
const TIMED_OUT: Partial<Attempt> = { outcome: 'timed_out', reason: 'authentication_timeout' };
const EXPIRED: Partial<Attempt> = { outcome: 'expired', reason: 'expired' };
const PASSED_ON: Partial<Attempt> = { outcome: 'not_opened', passedOn: true };
const ABANDONED: Partial<Attempt> = { outcome: 'cancelled', startedAt: new Date(0) };

const CASES: Case[] = [
  ['a declined card', tried('authorizing'), 'declined', DECLINED, 'attempt_failed', 'insufficient_funds'],
  [
    'a third declined card',
    tried('authorizing', [FAILED, FAILED]),
    'declined',
    DECLINED,
    'declined',
    'insufficient_funds',
  ],
  [
    'a declined card at the third account, after two that took nothing',
    tried('authorizing', [PASSED_ON, PASSED_ON]),
    'declined',
    DECLINED,
    'attempt_failed',
    'insufficient_funds',
  ],
  [
    'a declined card after two orders that were abandoned under the same identifier',
    tried('authorizing', [ABANDONED, ABANDONED]),
    'declined',
    DECLINED,
    'attempt_failed',
    'insufficient_funds',
  ],
  [
    'a declined card when the time is over',
    tried('authorizing', [], true),
    'declined',
    DECLINED,
    'declined',
    'insufficient_funds',
  ],
  [
    'a card declined after its gateway hung',
    tried('unresolved'),
    'declined',
    DECLINED,
    'attempt_failed',
    'insufficient_funds',
  ],
  ['a failed challenge', tried('challenged'), 'challenge_failed', FAILED, 'attempt_failed', 'authentication_failed'],
  [
    'a failed challenge when the time is over',
    tried('challenged', [], true),
    'challenge_failed',
    FAILED,
    'challenge_failed',
    'authentication_failed',
  ],
  ['a challenge out of time', tried('challenged'), 'timed_out', TIMED_OUT, 'attempt_failed', 'authentication_timeout'],
  ['an order that was left', tried(OPEN), 'cancelled', LEFT, 'attempt_failed', 'cancelled_by_customer'],
  ['a third order that was left', tried(OPEN, [LEFT, LEFT]), 'cancelled', LEFT, 'cancelled', 'cancelled_by_customer'],
  [
    'a third order that was left, after a decline',
    tried(OPEN, [DECLINED, LEFT]),
    'cancelled',
    LEFT,
    'refused',
    'insufficient_funds',
  ],
  ['an order that its merchant cancelled', tried(OPEN), 'cancelled', CANCELLED, 'cancelled', 'cancelled_by_merchant'],
  ['an order out of time, which may be paid late', tried(OPEN), 'timed_out', EXPIRED, 'timed_out', 'expired'],
  ['an order whose gateway says that it is out of time', tried(OPEN), 'cancelled', EXPIRED, 'cancelled', 'expired'],
  [
    'an order out of time after a decline',
    tried(OPEN, [DECLINED]),
    'timed_out',
    EXPIRED,
    'refused',
    'insufficient_funds',
  ],
  ['money', tried(OPEN, [DECLINED]), 'confirmed', { outcome: 'paid' }, 'confirmed', 'null'],
];

describe('what the end of an attempt means for its hosted payment', () => {
  for (const [what, payment, event, last, then, reason] of CASES)
    it(`is ${then} with ${reason} after ${what}`, () => {
      const { event: happens, changes } = afterAttempt(payment, says(payment, event, last));
      expect([happens, String(changes.reason)]).to.deep.equal([then, reason]);
      expect(changes.attempts?.at(-1)).to.include(last);
    });

  it('is no try when an account took nothing and the next one was asked', () => {
    const { attempts } = tried(OPEN, [{ outcome: 'not_opened', passedOn: true }]);
    const left = attempts.map((each, at) => (at === 1 ? { ...each, ...LEFT } : each));
    expect(endOfOrder(left, 'cancelled_by_merchant')).to.deep.equal({
      event: 'cancelled',
      changes: { reason: 'cancelled_by_merchant', attempts: left },
    });
    expect(endOfCheckout({ attempts: left }, 'timed_out', 'session_expired')).to.deep.equal({
      event: 'timed_out',
      changes: { reason: 'session_expired' },
    });
  });

  it('is nothing of its own for a payment that was not begun on our page', () => {
    const payment = aPayment();
    const happening = says(payment, 'declined', DECLINED);
    expect(afterAttempt(payment, happening)).to.deep.equal(happening);
  });

  for (const [what, payment, then] of [
    ['while attempts and time are left', tried(OPEN), 'not_opened'],
    ['at the third attempt', tried(OPEN, [LEFT, LEFT]), 'refused'],
    ['when the time is over', tried(OPEN, [], true), 'refused'],
  ] as const)
    it(`is ${then} when the gateway never took the order, ${what}`, () => {
      const { event, changes } = notOpened(payment);
      expect([event, changes.reason]).to.deep.equal([then, 'gateway_error']);
      expect(changes.attempts?.at(-1)).to.include({ outcome: 'not_opened', reason: 'gateway_error' });
    });
});
