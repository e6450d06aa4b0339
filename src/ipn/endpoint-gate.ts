import { config } from '../../config/index.js';
import { concurrencyOf } from '../jobs/concurrency.js';
import { announceMerchantChange } from '../merchants/merchant-changes.js';
import { logger } from '../telemetry/logger.js';
import { warnOfCertificate } from './certificate-warning.js';
import { openBreaker, passBreaker, type BreakerAnswer } from './circuit-breaker.js';
import type { DeliveryRecord } from './delivery.model.js';
import type { PostResult } from './call/post.js';
import { EndpointBulkhead, type Release } from './endpoint-bulkhead.js';
import { cacheEndpoint, changeEndpoint, endpointHealth, invalidateEndpoint, readEndpoint } from './endpoint-health.js';
import { endpointId, type Breaker, type EndpointRecord, type Target } from './endpoint.model.js';
import type { AttemptOutcome } from './record-attempt.js';

// Every delivery passes here twice: admit() before it is sent, learn() after.

/** How often a success is written down while all is well: healthy endpoints cost next to nothing. */
const SUCCESS_NOTED_MS = 600_000;

const bulkhead = new EndpointBulkhead(concurrencyOf('ipn-delivery'));

/** Sent, and then its room is released; held, since the endpoint is disabled; or postponed until a moment. */
export type Admission =
  { then: 'send'; halfOpen: Breaker | null; release: Release } | { then: 'hold' } | { then: 'wait'; until: Date };

/** What is known of an endpoint decides. While all is well this reads memory only. */
async function askHealth(delivery: DeliveryRecord): Promise<BreakerAnswer | { then: 'hold' }> {
  const { disabled, breaker } = await endpointHealth(delivery);
  if (disabled && (await readEndpoint(delivery)).disabled) return { then: 'hold' };
  if (!breaker || delivery.trigger === 'resend') return { then: 'send', halfOpen: null }; // a person does not wait
  return passBreaker(delivery, breaker);
}

/** What is known of an endpoint that this process has not called yet: after a start that is all of them. */
async function meet(delivery: DeliveryRecord, endpoint: string): Promise<void> {
  const { failures, lastSuccessAt } = await endpointHealth(delivery);
  bulkhead.meet(endpoint, failures > 0 ? false : lastSuccessAt && true);
}

/** Whether a delivery may be sent now. Room comes first: while it waits for some, its endpoint may have changed. */
export async function admit(delivery: DeliveryRecord): Promise<Admission> {
  const endpoint = endpointId(delivery);
  if (!bulkhead.knows(endpoint)) await meet(delivery, endpoint);
  const release = await bulkhead.enter(endpoint);
  if (!release) return { then: 'wait', until: bulkhead.postpone(endpoint) };
  const answer = await askHealth(delivery).catch((error: unknown) => {
    release();
    throw error;
  });
  if (answer.then === 'send') return { ...answer, release };
  release();
  return answer.then === 'hold' ? answer : { ...answer, until: bulkhead.postpone(endpoint, answer.until.getTime()) };
}

/** What an attempt has shown of its endpoint. */
export interface Lesson {
  then: AttemptOutcome['then'];
  answer: Pick<PostResult, 'status' | 'error'>;
  /** The half-open breaker that let it through as its trial. */
  halfOpen: Breaker | null;
  /** Null when no certificate was seen. */
  certificateValidTo: Date | null;
}

/** Whether a success of the last ten minutes is written down, and no failure since: people read which came last. */
const isNoted = ({ failures, lastSuccessAt, lastFailureAt }: EndpointRecord, now: Date): boolean =>
  failures === 0 &&
  lastSuccessAt !== undefined &&
  now.getTime() - lastSuccessAt.getTime() < SUCCESS_NOTED_MS &&
  !(lastFailureAt && lastFailureAt > lastSuccessAt);

/** Written when there is something to clear, a failure to outdate or another certificate, and else every ten minutes. */
async function learnSuccess(target: Target, seen: Partial<EndpointRecord>): Promise<EndpointRecord> {
  const known = await endpointHealth(target);
  const now = new Date();
  const isSeen = seen.certificateExpiresAt?.getTime() === known.certificateExpiresAt?.getTime();
  if (isNoted(known, now) && (isSeen || !seen.certificateExpiresAt)) return known;
  const $set = { ...seen, failures: 0, recentFailures: [], lastSuccessAt: now };
  cacheEndpoint({ ...known, ...$set }); // at once, so that calls in flight do not write it again
  const endpoint = await changeEndpoint(target, { $set, $unset: { breaker: true } }).catch((error: unknown) => {
    invalidateEndpoint(known._id); // so that the next one is written
    throw error;
  });
  if (known.breaker) logger.info('endpoint.recovered', { merchant: target.merchantId, host: target.host });
  return endpoint;
}

/** Nothing more is sent to an endpoint that is disabled until somebody enables it; what comes meanwhile is held. */
async function learnFailure(target: Target, { then, answer, halfOpen }: Lesson, seen: Partial<EndpointRecord>) {
  const now = new Date();
  const { status, error } = answer;
  const reason = 'It answered 410 Gone twice in a row';
  const isGone = then === 'disable_endpoint';
  const endpoint = await changeEndpoint(target, {
    $set: {
      ...seen,
      lastFailureAt: now,
      ...(error && { lastError: { error, status } }),
      ...(isGone && { disabled: true, disabledAt: now, disabledReason: reason }),
    },
    $inc: { failures: 1 },
    $push: { recentFailures: { $each: [now], $slice: -config.ipn.breaker.failures } },
  });
  if (isGone) {
    const { _id, merchantId: merchant, host } = endpoint;
    await announceMerchantChange(merchant);
    logger.warn('endpoint.disabled', { endpoint: _id, merchant, host, reason });
  }
  await openBreaker(endpoint, halfOpen);
  return endpoint;
}

/**
 * Keeps what an attempt has shown, in one update of the endpoint: its success or failure, its certificate, that it is
 * gone. Comes before the delivery's own record: who dies between the two leaves a delivery that is due, and not one that
 * is held for an endpoint that is enabled.
 */
export async function learn(target: Target, lesson: Lesson): Promise<void> {
  const seen = lesson.certificateValidTo ? { certificateExpiresAt: lesson.certificateValidTo } : {};
  const endpoint =
    lesson.then === 'delivered' ? await learnSuccess(target, seen) : await learnFailure(target, lesson, seen);
  if (lesson.certificateValidTo) await warnOfCertificate(endpoint);
}
