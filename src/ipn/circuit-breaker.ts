import { config } from '../../config/index.js';
import { inSeconds } from '../time.js';
import { logger } from '../telemetry/logger.js';
import { cacheEndpoint, invalidateEndpoint, readEndpoint } from './endpoint-health.js';
import { endpointId, endpoints, type Breaker, type EndpointRecord, type Target } from './endpoint.model.js';

const LONGEST_PAUSE = 600;
/** What the trial of a half-open breaker may take beyond the call's own time before another delivery may be one. */
const HALF_OPEN_SLACK = 5;

/** Sent, perhaps as the trial of the half-open breaker that is named, or not before a moment. */
export type BreakerAnswer = { then: 'send'; halfOpen: Breaker | null } | { then: 'wait'; until: Date };

/**
 * Whether a delivery may pass a breaker that was seen open. One is let through when its pause is over, and moves the
 * pause's end so that all others, here and in other processes, wait for it.
 */
export async function passBreaker(target: Target, breaker: Breaker): Promise<BreakerAnswer> {
  if (breaker.until.getTime() > Date.now()) return { then: 'wait', until: breaker.until };
  const claimed = await endpoints.findOneAndUpdate(
    { _id: endpointId(target), 'breaker.until': breaker.until },
    { $set: { 'breaker.until': inSeconds(config.ipn.timeout + HALF_OPEN_SLACK) } },
    { returnDocument: 'after' },
  );
  if (claimed) {
    cacheEndpoint(claimed);
    return { then: 'send', halfOpen: breaker };
  }
  const fresh = await readEndpoint(target);
  return fresh.breaker ? { then: 'wait', until: fresh.breaker.until } : { then: 'send', halfOpen: null };
}

/**
 * Seconds that an endpoint is to be left alone for after a failure: twice as many when a trial has failed; null when it
 * has not failed often enough in so short a time, without a success between, or is left alone already.
 */
function pauseAfter({ breaker, recentFailures }: EndpointRecord, halfOpen: Breaker | null): number | null {
  if (halfOpen) return Math.min(2 * halfOpen.pause, LONGEST_PAUSE);
  const { failures, window, pause } = config.ipn.breaker;
  const [first, last] = [recentFailures.at(-failures), recentFailures.at(-1)];
  const isFailingFast = first && last && last.getTime() - first.getTime() <= window * 1000;
  return isFailingFast && !breaker ? pause : null;
}

/**
 * Opens the breaker after a failure when it is time to, or leaves it open for longer. An update of its own, which comes
 * once in so many failures: whether it finds the endpoint as it was says which of several processes opens it.
 * @param endpoint as the failure has left it
 * @param halfOpen the half-open breaker that let this attempt through as its trial
 */
export async function openBreaker(endpoint: EndpointRecord, halfOpen: Breaker | null): Promise<void> {
  const pause = pauseAfter(endpoint, halfOpen);
  if (pause === null) return;
  const { _id, merchantId: merchant, host, failures } = endpoint;
  // No success meanwhile; and no other failure that opened it, unless it was open already.
  const unchanged = { failures: { $gte: failures }, ...(!endpoint.breaker && { breaker: { $exists: false } }) };
  const { matchedCount } = await endpoints.updateOne(
    { _id, ...unchanged },
    { $set: { breaker: { until: inSeconds(pause), pause } } },
  );
  invalidateEndpoint(_id);
  if (matchedCount > 0) logger.warn('endpoint.paused', { merchant, host, failures, pause });
}
