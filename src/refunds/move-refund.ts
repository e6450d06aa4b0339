import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import { eventIdOf } from '../ipn/event-id.js';
import { inSeconds, waitFrom } from '../time.js';
import { publishResult } from '../payments/outbox.js';
import { updatePayment, type PaymentRecord } from '../payments/payment.model.js';
import type { PaymentResult } from '../payments/payment-parts.js';
import { nextRefundStatus, publicRefundStatus, REFUND_STATES, type RefundEvent } from '../payments/refund-states.js';
import type { Refund, RefundStep } from '../payments/refund.js';
import { usdOf } from '../payments/refunded.js';
import { logger } from '../telemetry/logger.js';
import { maskCards } from '../telemetry/mask-cards.js';
import { refundsEnded } from '../telemetry/metrics.js';
import { aboutRefund } from './about-refund.js';
import { presentRefund } from './present-refund.js';
import { enqueueRefund, readRefund, type RefundOf } from './refund-job.js';

/** What a step may change of a refund beside its status. */
export type RefundChanges = Partial<Pick<Refund, 'failure' | 'reference' | 'gatewayCode' | 'moved' | 'inquiryCount'>>;

/** The payment with this refund in the place of what it was. */
function withRefund(payment: PaymentRecord, refund: Refund): PaymentRecord & { refunds: Refund[] } {
  const refunds = (payment.refunds ?? []).map((each) => (each.key === refund.key ? refund : each));
  return { ...payment, refunds, version: payment.version + 1 };
}

/** What the merchant must hear of a refund that has just got here; undefined while there is nothing to tell. */
export function resultOf(after: PaymentRecord, refund: Refund): PaymentResult | undefined {
  const status = publicRefundStatus(refund.status);
  if (status === 'pending') return undefined;
  return {
    eventId: eventIdOf(after._id, after.results.length + 1),
    type: `refund.${status}`,
    at: refund.updatedAt,
    data: JSON.stringify(presentRefund(after, refund)),
  };
}

/**
 * The refund after a step, as the payment then counts it. A code is the gateway's own text: one that holds a card's number
 * is kept without it (PCI DSS 3.5).
 */
function stepped({ payment, refund }: RefundOf, step: RefundStep, changes: RefundChanges): Refund {
  const { next: _, hasNews, ...rest } = refund;
  const job = REFUND_STATES[step.to].job ?? (hasNews && step.to === 'succeeded' ? 'refund-execution' : undefined);
  const { gatewayCode } = changes;
  return {
    ...rest,
    ...changes,
    ...(gatewayCode !== undefined && { gatewayCode: maskCards(gatewayCode) }),
    status: step.to,
    version: refund.version + 1,
    updatedAt: step.at,
    history: [...refund.history, step],
    ...(job && { next: { job, at: hasNews ? step.at : inSeconds(waitFrom(config.reconcileWaits, 0)) } }),
    ...(step.event === 'taken_back' && { takenBackAt: step.at }),
    ...(step.to === 'succeeded' && { succeededAt: step.at, amountUsd: usdOf(payment, refund) }),
  };
}

/**
 * Does again, on the latest state, what something else in the payment was faster than.
 * @param moved what is answered when it was this refund that somebody has moved
 */
async function onLatest<T>({ refund }: RefundOf, again: (latest: RefundOf) => Promise<T>, moved: T): Promise<T> {
  const latest = await readRefund(refund.key);
  return latest?.refund.version === refund.version ? again(latest) : moved;
}

/**
 * The only place that changes a refund's status. One conditional update of its payment records the status, the step, what
 * is reserved and what has gone back, the event for the merchant and the next obligation. Refunds of one payment are
 * independent: when another one, or anything else, has changed the payment meanwhile, it is read and done again.
 * @returns the refund and its payment after it; null when somebody else has moved this refund
 * @throws {IllegalRefundStep} when the table has no such step
 */
export async function moveRefund(
  of: RefundOf,
  event: RefundEvent,
  changes: RefundChanges,
  actor: string,
): Promise<RefundOf | null> {
  const from = of.refund.status;
  const step = { id: randomUUID(), event, from, to: nextRefundStatus(from, event), at: new Date(), actor };
  const refund = stepped(of, step, changes);
  const after = withRefund(of.payment, refund);
  const result = resultOf(after, refund);
  const isMade = await updatePayment(of.payment, {
    change: {
      set: { refunds: after.refunds, ...(result && { updatedAt: step.at, unpublished: true }) },
      ...(result && { append: { results: result } }),
    },
    updateId: { 'refunds.history.id': step.id },
  });
  if (!isMade) return onLatest(of, (latest) => moveRefund(latest, event, changes, actor), null);
  const moved = { refund, payment: after };
  logger.info('refund.moved', { ...aboutRefund(after, refund), event, from, to: step.to, actor });
  // The merchant may have told its customer that the money is there: a person must hear of it.
  if (event === 'taken_back')
    logger.error('refund.taken_back', { ...aboutRefund(after, refund), amount: refund.amount });
  if (result) {
    after.updatedAt = step.at;
    after.results = [...after.results, result];
    refundsEnded.inc({ result: publicRefundStatus(step.to) });
    void publishResult(after, result);
  }
  await enqueueRefund(moved);
  return moved;
}

/**
 * Keeps a refund in its status until a later moment, or, without one, with no job to wait for.
 * @returns false when somebody else has moved this refund
 */
export async function postponeRefund(of: RefundOf, at: Date | null, changes: RefundChanges = {}): Promise<boolean> {
  const { payment, refund } = of;
  const version = refund.version + 1;
  const postponed: Refund = { ...refund, ...changes, version, next: at && { job: 'refund-execution', at } };
  const after = withRefund(payment, postponed);
  const isMade = await updatePayment(payment, {
    change: { set: { refunds: after.refunds } },
    // Whoever else has left it like this has postponed it just as well.
    updateId: { refunds: { $elemMatch: { key: refund.key, version, ...(at ? { 'next.at': at } : { next: null }) } } },
  });
  if (!isMade) return onLatest(of, (latest) => postponeRefund(latest, at, changes), false);
  await enqueueRefund({ payment: after, refund: postponed });
  return true;
}

/**
 * Notes that news of a refund came while the first call for it may be under way: the gateway is asked once more, whatever
 * that call brings. The refund keeps its version, so that what it brings is recorded.
 * @returns false when somebody else has moved this refund
 */
export async function noteNews(of: RefundOf): Promise<boolean> {
  const { payment, refund } = of;
  const { key, version } = refund;
  const isMade = await updatePayment(payment, {
    change: { set: { refunds: withRefund(payment, { ...refund, hasNews: true }).refunds } },
    updateId: { refunds: { $elemMatch: { key, version, hasNews: true } } }, // whoever noted it
  });
  return isMade || onLatest(of, noteNews, false);
}
