import { LRUCache } from 'lru-cache';
import { Agent } from 'undici';
import { config } from '../../../config/index.js';
import { isAllowedAddress, type AddressRule } from './address-rules.js';
import { call } from './call.js';
import { classifyCallError } from './call-error.js';
import type { DeliveryError } from '../delivery.model.js';
import { guardedConnector } from './guarded-connect.js';
import { resolver, type Resolve } from './resolve.js';
import { parseRetryAfter } from './retry-after.js';

/** What one attempt came to. Exactly one of `status` and a class other than `http` is there. */
export interface PostResult {
  /** The status line's number; null when no status line came. */
  status: number | null;
  /** Null: the merchant accepted it. */
  error: DeliveryError | null;
  /** The first 4 KiB of the answer's body, when there was an answer. */
  response: string | null;
  /** Milliseconds until the status line, or until the call failed. */
  durationMs: number;
  /** Seconds that a refusal asks to wait for. */
  retryAfter: number | null;
  /** Until when the certificate is valid that the endpoint showed last; null without TLS. */
  certificateValidTo: Date | null;
}

export type Post = (url: string, body: string, headers: Record<string, string>) => Promise<PostResult>;

export interface Caller {
  post: Post;
  /** Ends every connection, those in use too. */
  close: () => Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5000;
const KEPT_OPEN_MS = 10_000;
const HEADERS_LIMIT = 16_384;

const FIXED_HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Tollgate-IPN/1',
  'accept-encoding': 'identity',
};

const isAccepted = (status: number) => status >= 200 && status <= 299;

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/**
 * Makes what sends notifications: over HTTP/1.1, straight to the address whatever proxies the environment names, never
 * along a redirect.
 * @param seconds for one attempt, up to the status line
 */
export function makeCaller(resolve: Resolve, isAllowed: AddressRule, seconds: number): Caller {
  /** By host with port; a connection is used again for some seconds only, so it is the one of this call. */
  const certificates = new LRUCache<string, Date>({ max: 10_000 });
  const agent = new Agent({
    connect: guardedConnector(resolve, isAllowed, CONNECT_TIMEOUT_MS, (host, validTo) =>
      certificates.set(host, validTo),
    ),
    pipelining: 1,
    maxHeaderSize: HEADERS_LIMIT,
    headersTimeout: 0, // call.ts has the only clocks
    bodyTimeout: 0,
    keepAliveMaxTimeout: KEPT_OPEN_MS, // a name that moves is looked up again soon
  });

  const post: Post = async (url, body, headers) => {
    const startedAt = performance.now();
    const elapsed = (at: number) => Math.round(at - startedAt);
    try {
      const { origin, pathname, search, protocol, host } = new URL(url);
      const options = { origin, path: pathname + search, body, headers: { ...headers, ...FIXED_HEADERS } };
      const answer = await call(agent, { ...options, method: 'POST' }, seconds);
      const { status, start: response } = answer;
      const durationMs = elapsed(answer.at);
      const error = isAccepted(status) ? null : 'http';
      const retryAfter = error && parseRetryAfter(single(answer.headers['retry-after']), Date.now());
      const certificateValidTo = (protocol === 'https:' && certificates.get(host)) || null;
      return { status, error, response, durationMs, retryAfter, certificateValidTo };
    } catch (fault) {
      const error = classifyCallError(fault);
      if (!error) throw fault;
      const durationMs = elapsed(performance.now());
      return { status: null, error, response: null, durationMs, retryAfter: null, certificateValidTo: null };
    }
  };

  return { post, close: () => agent.destroy() };
}

/**
 * Sends one notification and says what came of it. Success is decided at the status line: any 2xx. Never throws for
 * what the other side does.
 * @throws for faults of ours, which must not count as an attempt
 */
export const { post, close: closeCaller } = makeCaller(resolver(), isAllowedAddress, config.ipn.timeout);
