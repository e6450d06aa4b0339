import { randomBytes, randomUUID } from 'node:crypto';

/**
 * Ties together everything that one request sets off, in all our processes and at those that we call. It is passed on
 * by hand, since AsyncLocalStorage would hook into every promise of the process (docs/performance.md).
 */
export interface Trace {
  requestId: string;
  /** W3C Trace Context, `00-<trace id>-<parent id>-<flags>`. */
  traceparent: string;
}

/** W3C Trace Context 3.2.2: version 00, neither id all zeros. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})$/;

/**
 * A trace for a request: the caller's own when it sent a valid `traceparent`, with a parent id of ours; else a new one.
 */
export function newTrace(traceparent: string | undefined): Trace {
  const random = randomBytes(24).toString('hex');
  const [, traceId = random.slice(16), flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  return {
    requestId: `req_${randomUUID().replaceAll('-', '')}`,
    traceparent: `00-${traceId}-${random.slice(0, 16)}-${flags}`,
  };
}

/** The header that passes a trace on with a call. */
export const traceHeaders = (trace: Trace | undefined): Record<string, string> =>
  trace ? { traceparent: trace.traceparent } : {};
