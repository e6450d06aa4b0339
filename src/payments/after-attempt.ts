import { answered } from './attempts.js';
import type { PaymentRecord } from './payment.model.js';
import type { Attempt } from './payment-parts.js';
import type { Reason } from './reasons.js';
import { nextStatus, stateOf, type PaymentEvent } from './states.js';
import type { Changes } from './transition.js';

/** How many answers of a gateway one hosted payment may get (contract 10). */
const MOST_ATTEMPTS = 3;

export interface EventWithChanges {
  event: PaymentEvent;
  changes: Changes;
}

/** Outcomes of orders that the customer left: nobody has tried to pay. */
const WENT_AWAY = ['cancelled', 'expired'];

/** An account that took nothing, so that the next one was asked, is no try of anybody. */
const isTry = ({ outcome, passedOn }: Attempt): boolean =>
  !passedOn && outcome !== undefined && !WENT_AWAY.includes(outcome);

/** The last attempt in which somebody tried to pay. */
const lastTry = ({ attempts }: Pick<PaymentRecord, 'attempts'>): Attempt | undefined => attempts.findLast(isTry);

export const isOutOfTime = ({ checkout }: Pick<PaymentRecord, 'checkout'>): boolean =>
  checkout !== undefined && checkout.expiresAt.getTime() <= Date.now();

/** Those of an order that was abandoned under its identifier before do not count, nor those that another account took on. */
export const attemptsLeft = ({ attempts, createdAt }: Pick<PaymentRecord, 'attempts' | 'createdAt'>): number =>
  Math.max(0, MOST_ATTEMPTS - attempts.filter(({ startedAt, passedOn }) => startedAt >= createdAt && !passedOn).length);

/** Whether another attempt may follow the current one. */
export const mayTryAgain = (payment: PaymentRecord): boolean => attemptsLeft(payment) > 0 && !isOutOfTime(payment);

/** The attempts, with the reason on the last one: the payment may end later and for another reason. */
const withReason = (attempts: Attempt[], reason: Reason | null | undefined): Attempt[] =>
  attempts.map((attempt, index) => (index === attempts.length - 1 && reason ? { ...attempt, reason } : attempt));

/**
 * An order that ran out of time, ours or its gateway's, may still be paid. So no attempt begins beside it, and late money is
 * asked for.
 */
const mayBePaidLate = ({ status }: PaymentRecord, { event, changes }: EventWithChanges): boolean =>
  status !== 'challenged' && (event === 'timed_out' || changes.reason === 'expired');

/**
 * What the end of an attempt means for its payment: the customer of a hosted one may try again while attempts and time
 * are left. This is the one place that decides it, whichever job heard the answer.
 */
export function afterAttempt(payment: PaymentRecord, { event, changes }: EventWithChanges): EventWithChanges {
  if (!payment.checkout || !stateOf(payment.status).on.attempt_failed) return { event, changes };
  const to = nextStatus(payment.status, event);
  if (to !== 'failed' && to !== 'cancelled') return { event, changes };
  const attempts = withReason(changes.attempts ?? payment.attempts, changes.reason);
  const kept = { ...changes, attempts };
  const goesOn = mayTryAgain(payment) && changes.reason !== 'cancelled_by_merchant';
  if (goesOn && !mayBePaidLate(payment, { event, changes })) return { event: 'attempt_failed', changes: kept };
  const tried = lastTry({ attempts });
  if (to === 'failed' || !tried) return { event, changes: kept };
  return { event: 'refused', changes: { ...kept, reason: tried.reason ?? 'gateway_error' } };
}

/**
 * What it means that the gateway has not taken the customer's order, and never will. This is the one place that decides
 * it, whether the web process or a job has closed the order.
 */
export function notOpened(payment: PaymentRecord): EventWithChanges {
  const reason = 'gateway_error';
  const attempts = withReason(answered(payment, { outcome: 'not_opened' }), reason);
  return { event: mayTryAgain(payment) ? 'not_opened' : 'refused', changes: { reason, attempts } };
}

/** How an open checkout ends when nobody pays: failed with the last reason once somebody has tried, else cancelled. */
export function endOfCheckout(
  payment: Pick<PaymentRecord, 'attempts'>,
  event: 'cancelled' | 'timed_out',
  reason: Reason,
): EventWithChanges {
  const tried = lastTry(payment);
  if (tried) return { event: 'given_up', changes: { reason: tried.reason ?? 'gateway_error' } };
  return { event, changes: { reason } };
}

/** The same for an order at a gateway that is now closed. @param attempts with the outcome of that order */
export function endOfOrder(attempts: Attempt[], reason: Reason): EventWithChanges {
  const { event, changes } = endOfCheckout({ attempts }, 'cancelled', reason);
  return { event: event === 'given_up' ? 'refused' : event, changes: { ...changes, attempts } };
}
