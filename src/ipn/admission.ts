import { claimHalfOpen, endpointHealth, readEndpoint } from './endpoint-health.js';
import type { Breaker, Target } from './endpoint.model.js';

/**
 * Whether a delivery may be sent now: sent (perhaps as the trial of a half-open breaker), held, or postponed until a
 * moment.
 */
export type Admission = { then: 'send'; halfOpen: Breaker | null } | { then: 'hold' } | { then: 'wait'; until: Date };

/**
 * Asks an endpoint's health. While all is well this reads memory only.
 * @param manual a person asked for this attempt: it does not wait for the breaker
 */
export async function admit(target: Target, manual: boolean): Promise<Admission> {
  const { disabled, breaker } = await endpointHealth(target);
  if (disabled && (await readEndpoint(target)).disabled) return { then: 'hold' };
  if (!breaker || manual) return { then: 'send', halfOpen: null };
  if (breaker.until.getTime() > Date.now()) return { then: 'wait', until: breaker.until };
  if (await claimHalfOpen(target, breaker)) return { then: 'send', halfOpen: breaker };
  const fresh = await readEndpoint(target);
  return fresh.breaker ? { then: 'wait', until: fresh.breaker.until } : { then: 'send', halfOpen: null };
}
