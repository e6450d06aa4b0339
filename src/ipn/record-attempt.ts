import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import type { Change } from '../database/conditional-update.js';
import { logger } from '../telemetry/logger.js';
import { deliveryAttempts, deliveryLag } from '../telemetry/metrics.js';
import type { Obligation } from '../jobs/obligation.js';
import { aboutDelivery } from './about-delivery.js';
import {
  deliveries,
  KEPT_ATTEMPTS,
  updateDelivery,
  type DeliveryAttempt,
  type DeliveryRecord,
} from './delivery.model.js';
import { readEndpoint } from './endpoint-health.js';
import type { PostResult } from './call/post.js';
import { afterFailure, type Verdict } from './retry-policy.js';
import { nextUpkeep } from './upkeep.js';

/** What follows from an attempt: the merchant has it, or what the retry policy says. */
export type Consequence = { then: 'delivered' } | Verdict;

/** Enabling an endpoint gives it a clean record: what it answered before must not help to disable it again. */
async function isForgiven(delivery: DeliveryRecord, attempt: DeliveryAttempt | undefined): Promise<boolean> {
  const { enabledAt } = await readEndpoint(delivery);
  return attempt !== undefined && enabledAt !== undefined && attempt.at <= enabledAt;
}

/** Decides what follows from an attempt, from the delivery as it was before it. */
export async function consequenceOf(delivery: DeliveryRecord, result: PostResult): Promise<Consequence> {
  if (result.error === null) return { then: 'delivered' };
  const policy = { waits: config.ipn.retryWaits, slowWait: config.ipn.slowWait };
  const previous = delivery.attempts.at(-1);
  const after = (status: number | null) => afterFailure(policy, delivery.failures, result, status, Math.random());
  const verdict = after(previous?.status ?? null);
  return verdict.then === 'disable_endpoint' && (await isForgiven(delivery, previous)) ? after(null) : verdict;
}

const FINAL: (keyof DeliveryRecord)[] = ['next', 'trigger'];

/** When the next attempt is due, or null when none is. */
const nextOf = (consequence: Consequence): Obligation | null =>
  consequence.then === 'retry' ? { job: 'ipn-delivery', at: new Date(Date.now() + consequence.waitMs) } : null;

function delivered(delivery: DeliveryRecord): Partial<DeliveryRecord> {
  const now = new Date();
  const deliveredAt = delivery.deliveredAt ?? now;
  return { status: 'delivered', deliveredAt, upkeepAt: nextUpkeep({ ...delivery, deliveredAt }, now) };
}

function changeFor(
  delivery: DeliveryRecord,
  consequence: Consequence,
  next: Obligation | null,
): Change<DeliveryRecord> {
  const failures = delivery.failures + 1;
  switch (consequence.then) {
    case 'delivered':
      return { set: delivered(delivery), unset: FINAL };
    case 'retry':
      return { set: { failures, next }, unset: ['trigger'] };
    case 'exhausted':
      return { set: { failures, status: 'exhausted' }, unset: FINAL };
    case 'disable_endpoint':
      return { set: { failures, status: 'held' }, unset: FINAL };
  }
}

/**
 * Records an attempt with all that follows from it, in one update.
 * @returns the delivery's next generation and obligation, or null when somebody else changed it first: then the attempt
 *   is recorded too, and what they decided holds
 */
export async function recordAttempt(
  delivery: DeliveryRecord,
  consequence: Consequence,
  at: Date,
  { status, error, response, durationMs }: PostResult,
): Promise<{ _id: string; gen: number; next: Obligation | null } | null> {
  const attempt: DeliveryAttempt = {
    id: randomUUID(),
    at,
    durationMs,
    status,
    error,
    response,
    trigger: delivery.trigger ?? 'automatic',
  };
  const next = nextOf(consequence);
  const recorded = await updateDelivery({
    _id: delivery._id,
    gen: delivery.gen,
    change: { ...changeFor(delivery, consequence, next), append: { attempts: attempt } },
    mark: { 'attempts.id': attempt.id },
  });
  if (!recorded) {
    const $push = { attempts: { $each: [attempt], $slice: -KEPT_ATTEMPTS } };
    const $min = { deliveredAt: new Date() };
    await deliveries.updateOne({ _id: delivery._id }, { $push, ...(consequence.then === 'delivered' && { $min }) });
  }
  deliveryAttempts.inc({ result: error ?? 'delivered' });
  if (error === null && !delivery.deliveredAt) deliveryLag.observe((Date.now() - delivery.createdAt.getTime()) / 1000);
  logAttempt(delivery, consequence, attempt, next, recorded);
  return recorded ? { _id: delivery._id, gen: delivery.gen + 1, next } : null;
}

function logAttempt(
  delivery: DeliveryRecord,
  { then }: Consequence,
  { status, error, durationMs, trigger }: DeliveryAttempt,
  next: Obligation | null,
  recorded: boolean,
): void {
  const { _id, attempts, host } = delivery;
  const about = aboutDelivery(delivery);
  const attempt = attempts.length + 1;
  const answer = status === null ? { error } : { status };
  logger.info('ipn.attempted', {
    ...about,
    attempt,
    ...answer,
    durationMs,
    trigger,
    then,
    next: next?.at,
    recorded,
  });
  if (error === 'blocked_address') logger.warn('ipn.blocked', { ...about, host });
  if (then === 'exhausted' && recorded)
    logger.error('ipn.exhausted', { delivery: _id, ...about, host, attempts: attempt });
}
