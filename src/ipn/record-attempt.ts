import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import type { DocumentChange } from '../database/conditional-update.js';
import { logger } from '../telemetry/logger.js';
import { deliveryAttempts, deliveryLag } from '../telemetry/metrics.js';
import type { Obligation } from '../jobs/obligation.js';
import { aboutDelivery } from './about-delivery.js';
import {
  deliveries,
  RETAINED_ATTEMPTS,
  updateDelivery,
  type DeliveryAttempt,
  type DeliveryRecord,
} from './delivery.model.js';
import { readEndpoint } from './endpoint-health.js';
import type { PostResult } from './call/post.js';
import { afterFailure, type RetryDecision } from './retry-policy.js';
import { nextRetention } from './retention.js';

/** What follows from an attempt: the merchant has it, or what the retry policy says. */
export type AttemptOutcome = { then: 'delivered' } | RetryDecision;

/** Enabling an endpoint gives it a clean record: what it answered before must not help to disable it again. */
async function isForgiven(delivery: DeliveryRecord, attempt: DeliveryAttempt | undefined): Promise<boolean> {
  const { enabledAt } = await readEndpoint(delivery);
  return attempt !== undefined && enabledAt !== undefined && attempt.at <= enabledAt;
}

/** Decides what follows from an attempt, from the delivery as it was before it. */
export async function outcomeOf(delivery: DeliveryRecord, result: PostResult): Promise<AttemptOutcome> {
  if (result.error === null) return { then: 'delivered' };
  const policy = { waits: config.ipn.retryWaits, slowWait: config.ipn.slowWait };
  const previous = delivery.attempts.at(-1);
  const after = (status: number | null) => afterFailure(policy, delivery.failures, result, status, Math.random());
  const decision = after(previous?.status ?? null);
  return decision.then === 'disable_endpoint' && (await isForgiven(delivery, previous)) ? after(null) : decision;
}

/** What a delivery has while an attempt is to come. */
const OF_NEXT_ATTEMPT: (keyof DeliveryRecord)[] = ['next', 'trigger'];

/** When the next attempt is due, or null when none is. */
const nextOf = (outcome: AttemptOutcome): Obligation | null =>
  outcome.then === 'retry' ? { job: 'ipn-delivery', at: new Date(Date.now() + outcome.waitMs) } : null;

function delivered(delivery: DeliveryRecord): Partial<DeliveryRecord> {
  const now = new Date();
  const deliveredAt = delivery.deliveredAt ?? now;
  return { status: 'delivered', deliveredAt, upkeepAt: nextRetention({ ...delivery, deliveredAt }, now) };
}

/** @param delivery with its new attempt */
function changeFor(
  delivery: DeliveryRecord,
  outcome: AttemptOutcome,
  next: Obligation | null,
): DocumentChange<DeliveryRecord> {
  const failed = {
    failures: delivery.failures + 1,
    ...(delivery.attemptsRemovedAt && { upkeepAt: nextRetention(delivery, new Date()) }),
  };
  switch (outcome.then) {
    case 'delivered':
      return { set: delivered(delivery), unset: OF_NEXT_ATTEMPT };
    case 'retry':
      return { set: { ...failed, next }, unset: ['trigger'] };
    case 'exhausted':
      return { set: { ...failed, status: 'exhausted' }, unset: OF_NEXT_ATTEMPT };
    case 'disable_endpoint':
      return { set: { ...failed, status: 'held' }, unset: OF_NEXT_ATTEMPT };
  }
}

/**
 * Records an attempt that somebody overtook. What they decided holds; but where a job that was taken for lost has failed
 * with what this one delivered, nothing more is sent by itself.
 */
async function recordOvertaken(
  { _id }: DeliveryRecord,
  outcome: AttemptOutcome,
  attempt: DeliveryAttempt,
): Promise<void> {
  const $push = { attempts: { $each: [attempt], $slice: -RETAINED_ATTEMPTS } };
  if (outcome.then !== 'delivered') return void (await deliveries.updateOne({ _id }, { $push }));
  await deliveries.updateOne({ _id }, { $push, $min: { deliveredAt: new Date() } });
  await deliveries.updateOne(
    { _id, status: { $in: ['pending', 'exhausted'] }, trigger: { $exists: false } },
    { $set: { status: 'delivered' }, $unset: { next: true }, $inc: { version: 1 } },
  );
}

/**
 * Records an attempt with all that follows from it, in one update.
 * @returns the delivery's next version and obligation, or null when somebody else changed it first: then the attempt
 *   is recorded too, and what they decided holds
 */
export async function recordAttempt(
  delivery: DeliveryRecord,
  outcome: AttemptOutcome,
  at: Date,
  { status, error, response, durationMs }: PostResult,
): Promise<{ _id: string; version: number; next: Obligation | null } | null> {
  const trigger = delivery.trigger ?? 'automatic';
  const attempt: DeliveryAttempt = { id: randomUUID(), at, durationMs, status, error, response, trigger };
  const tried = { ...delivery, attempts: [...delivery.attempts, attempt] };
  const next = nextOf(outcome);
  const recorded = await updateDelivery(delivery, {
    change: { ...changeFor(tried, outcome, next), append: { attempts: attempt } },
    updateId: { 'attempts.id': attempt.id },
  });
  if (!recorded) await recordOvertaken(delivery, outcome, attempt);
  deliveryAttempts.inc({ result: error ?? 'delivered' });
  if (error === null && !delivery.deliveredAt) deliveryLag.observe((Date.now() - delivery.createdAt.getTime()) / 1000);
  logAttempt(delivery, outcome, attempt, next, recorded);
  return recorded ? { _id: delivery._id, version: delivery.version + 1, next } : null;
}

function logAttempt(
  delivery: DeliveryRecord,
  { then }: AttemptOutcome,
  { status, error, durationMs, trigger }: DeliveryAttempt,
  next: Obligation | null,
  recorded: boolean,
): void {
  const { _id, attempts, host } = delivery;
  const about = aboutDelivery(delivery);
  const attempt = attempts.length + 1;
  const answer = status === null ? { error } : { status };
  logger.info('ipn.attempted', { ...about, attempt, ...answer, durationMs, trigger, then, next: next?.at, recorded });
  if (error === 'blocked_address') logger.warn('ipn.blocked', { ...about, host });
  if (then === 'exhausted' && recorded)
    logger.error('ipn.exhausted', { delivery: _id, ...about, host, attempts: attempt });
}
