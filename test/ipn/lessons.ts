import { learn } from '../../src/ipn/endpoint-gate.js';
import { readEndpoint } from '../../src/ipn/endpoint-health.js';
import type { Breaker, EndpointRecord, Target } from '../../src/ipn/endpoint.model.js';

const ATTEMPT = { halfOpen: null, certificateValidTo: null };
const ACCEPTED = { status: 200, error: null };
const failedWith = (status: number) => ({ status, error: 'http' as const });

/** What a worker does with what an attempt has shown of its endpoint: the merchant accepted the notification. */
export const learnSuccess = (target: Target, certificateValidTo: Date | null = null): Promise<void> =>
  learn(target, { ...ATTEMPT, then: 'delivered', answer: ACCEPTED, certificateValidTo });

/** The attempt failed. @param halfOpen the breaker whose trial it was */
export const learnFailure = (target: Target, halfOpen: Breaker | null = null): Promise<void> =>
  learn(target, { ...ATTEMPT, then: 'retry', answer: failedWith(500), halfOpen });

/** It failed with a second 410 in a row, so that its endpoint is disabled. */
export async function disableEndpoint(target: Target): Promise<EndpointRecord> {
  await learn(target, { ...ATTEMPT, then: 'disable_endpoint', answer: failedWith(410) });
  return readEndpoint(target);
}
