import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import { eventIdOf } from '../ipn/event-id.js';
import { callLimit } from '../gateways/call-limit.js';
import { publishResult } from './outbox.js';
import { logger } from '../telemetry/logger.js';
import { paymentsEnded } from '../telemetry/metrics.js';
import { enqueue, enqueueByDue, type Obligation } from '../jobs/obligation.js';
import { inSeconds, waitFrom } from '../time.js';
import { aboutPayment } from './about-payment.js';
import { inquiryAtEnd } from './dispute.js';
import { kindOf } from './kind-of.js';
import { noteReview } from './note-review.js';
import { updatePayment, type PaymentRecord } from './payment.model.js';
import type { PaymentResult } from './payment-parts.js';
import { presentPayment } from './present-payment.js';
import { isFinal, nextStatus, publicStatus, stateOf, type PaymentEvent, type PaymentStatus } from './states.js';

/**
 * The fields that a step may change beside the status, each as a whole: the update holds only if nobody else changed
 * the payment.
 */
export type Changes = Partial<
  Pick<
    PaymentRecord,
    | 'reason'
    | 'lateConfirmation'
    | 'method'
    | 'account'
    | 'fallbacks'
    | 'amounts'
    | 'fee'
    | 'attempts'
    | 'cancelKey'
    | 'browser'
    | 'card'
    | 'cardSeal'
    | 'threeDs'
    | 'cameBack'
    | 'inquiryCount'
    | 'local'
    | 'proof'
    | 'review'
    | 'refunds'
  >
>;

/** Seconds until a status's job is due for the first time. */
const FIRST_WAIT: Partial<Record<PaymentStatus, () => number>> = {
  challenged: () => Math.min(waitFrom(config.threeDs.pollWaits, 0), config.threeDs.expiry),
  unresolved: () => waitFrom(config.reconcileWaits, 0),
  failed: () => waitFrom(config.lateMoney.waits, 0),
  cancelled: () => waitFrom(config.lateMoney.waits, 0),
};

/** Where its order may turn out not to be opened, the call that opens it may be under way: the first look comes after that. */
const firstWait = (status: PaymentStatus, account: string): number =>
  stateOf(status).on.not_opened ? callLimit(account) + 1 : (FIRST_WAIT[status]?.() ?? 0);

/**
 * The job that a payment is owed when it enters a status; null when nothing has to move it any more. A card's key is
 * closed before its payment fails, so no late money is looked for there, nor where an order was closed unseen.
 */
export function firstObligation(
  status: PaymentStatus,
  { method, checkout, attempts, account }: Pick<PaymentRecord, 'method' | 'checkout' | 'attempts' | 'account'>,
): Obligation | null {
  const { job } = stateOf(status);
  if (!job || (job === 'late-confirmation' && ['card', null].includes(kindOf({ method })))) return null;
  if (status === 'abandoned' && attempts.at(-1)?.outcome === 'cancelled') return null;
  if (job === 'checkout-expiry') return { job, at: checkout?.expiresAt ?? new Date() };
  return { job, at: inSeconds(firstWait(status, account)) };
}

/** What the merchant must hear of a payment that has just got here; undefined while there is nothing to tell. */
function resultOf(after: PaymentRecord, at: Date): PaymentResult | undefined {
  const status = publicStatus(after.status);
  if (status === 'pending' || status === 'abandoned') return undefined;
  return {
    eventId: eventIdOf(after._id, after.results.length + 1),
    type: `payment.${status}`,
    at,
    data: JSON.stringify(presentPayment(after)),
  };
}

/**
 * The only place that changes a payment's status. One conditional update records the status, the step, the event for
 * the merchant and the next obligation; enqueueing and publishing follow, best effort, and the sweeper repairs them.
 * @param firstLook when the job of the new status looks first, where its method knows better than the table
 * @returns the payment after it, or null when somebody else changed it first: read again and decide again
 * @throws {IllegalTransition} when the table has no such step
 */
export async function transition(
  payment: PaymentRecord,
  event: PaymentEvent,
  changes: Changes,
  actor: string,
  firstLook?: Date,
): Promise<PaymentRecord | null> {
  const to = nextStatus(payment.status, event);
  const at = new Date();
  const step = { id: randomUUID(), event, from: payment.status, to, at, actor };
  const owed = firstObligation(to, { ...payment, ...changes });
  const next = owed && firstLook ? { ...owed, at: firstLook } : owed;
  const disputeInquiry = isFinal(to) ? inquiryAtEnd(payment.disputeInquiry, at) : undefined;
  const set = {
    ...changes,
    ...(disputeInquiry && { disputeInquiry }),
    ...(to === 'succeeded' && { succeededAt: at }),
    status: to,
    updatedAt: at,
  };
  const history = [...payment.history, step];
  const after: PaymentRecord = { ...payment, ...set, next, version: payment.version + 1, history };
  const result = resultOf(after, at);
  if (result) after.results = [...payment.results, result];

  const isMade = await updatePayment(payment, {
    change: {
      set: { ...set, ...(next && { next }), ...(result && { unpublished: true }) },
      ...(!next && { unset: ['next'] }),
      append: { history: step, ...(result && { results: result }) },
    },
    updateId: { 'history.id': step.id },
  });
  if (!isMade) return null;

  noteReview(payment, changes);
  logger.info('payment.transitioned', {
    ...aboutPayment(after),
    event,
    from: step.from,
    to,
    reason: after.reason,
    actor,
  });
  if (result) {
    paymentsEnded.inc({ mode: after.mode, method: after.method ?? 'none', result: publicStatus(to) });
    void publishResult(after, result);
  }
  await enqueue(after);
  if (disputeInquiry) await enqueue({ ...disputeInquiry, _id: after._id }); // what of it waits is told after the result
  return result ? { ...after, unpublished: true } : after; // what comes next must not be told before it
}

/**
 * Keeps a payment in its status until a later moment, or, without one, with no job to wait for. Whoever has it due at
 * once has brought news or waits for some.
 * @returns false when somebody else changed it first
 */
export async function postpone(payment: PaymentRecord, at: Date | null, changes: Changes = {}): Promise<boolean> {
  const next = at && { job: stateOf(payment.status).job ?? failWithoutJob(payment), at };
  const version = payment.version + 1;
  const isMade = await updatePayment(payment, {
    change: { set: { ...changes, ...(next && { next }) }, ...(!next && { unset: ['next'] }) },
    // Whoever else has left it like this, changes and all, has postponed it just as well.
    updateId: { version, ...changes, ...(next ? { 'next.at': next.at } : { next: { $exists: false } }) },
  });
  if (!isMade) return false;
  noteReview(payment, changes);
  await enqueueByDue({ _id: payment._id, version, next });
  return true;
}

function failWithoutJob({ _id, status }: PaymentRecord): never {
  throw new Error(`Payment ${_id} is ${status}, which waits for nothing`);
}
