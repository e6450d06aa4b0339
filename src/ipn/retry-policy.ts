import type { DeliveryError } from './delivery.model.js';

/** What the policy needs to know of an attempt that failed. */
export interface Failure {
  status: number | null;
  error: DeliveryError | null;
  /** What the endpoint asked for in its Retry-After, in seconds. */
  retryAfter: number | null;
}

export interface Policy {
  /** Seconds between attempts, so there is one attempt more than waits. */
  waits: readonly number[];
  /** Least seconds after an answer, or a timeout, that says "slower". */
  slowWait: number;
}

export type RetryDecision =
  | { then: 'retry'; waitMs: number }
  | { then: 'exhausted' }
  /** The endpoint said twice in a row that it is gone: nothing more is sent to it until somebody enables it. */
  | { then: 'disable_endpoint' };

const GONE = 410;
const JITTER = 0.2;
const LEAST_RETRY_AFTER_LIMIT = 3600;

const wantsSlower = ({ status, error }: Failure) => error === 'timeout' || status === 429 || status === GONE;

/**
 * What happens after an attempt that failed. Waits vary by ±20 %, so that deliveries that failed together do not come
 * back together. Retry-After (RFC 9110, 10.2.3) may lengthen a wait, up to twice its nominal length or one hour; it
 * never shortens one. One 410 may be a deployment gone wrong, so only a second one in a row counts (Standard Webhooks).
 * @param failures failed attempts before this one
 * @param previousStatus of the attempt before this one
 * @param random a number from 0 to 1
 */
export function afterFailure(
  policy: Policy,
  failures: number,
  failure: Failure,
  previousStatus: number | null,
  random: number,
): RetryDecision {
  if (failure.status === GONE && previousStatus === GONE) return { then: 'disable_endpoint' };
  const wait = policy.waits[failures];
  if (wait === undefined) return { then: 'exhausted' };
  const jittered = wait * (1 - JITTER + 2 * JITTER * random);
  const due = wantsSlower(failure) ? Math.max(jittered, policy.slowWait) : jittered;
  const limit = Math.max(2 * wait, LEAST_RETRY_AFTER_LIMIT);
  const asked = Math.min(failure.retryAfter ?? 0, limit);
  return { then: 'retry', waitMs: Math.round(1000 * Math.max(due, asked)) };
}
