import type { Response } from 'express';
import { rateLimited } from '../errors.js';
import { takeFrom, type Bucket } from './token-bucket.js';

/** Contract 12. Merchants' buckets are per merchant, and a merchant has one mode. */
export const BUCKETS = {
  initiate: { name: 'initiate', perSecond: 25, burst: 50 },
  status: { name: 'status', perSecond: 50, burst: 100 },
  confirm: { name: 'confirm', perSecond: 5, burst: 10 },
  /** POSTs of the hosted page and links that nobody has: per address. */
  checkout: { name: 'checkout', perSecond: 1, burst: 60 },
  /** What a known link is asked for: per link, since many customers share an address. */
  checkoutLink: { name: 'checkout-link', perSecond: 5, burst: 100 },
  failedAuthentication: { name: 'failed-authentication', perSecond: 0.5, burst: 30 },
} as const satisfies Record<string, Bucket>;

/**
 * Counts one request and tells the caller where it stands.
 * @throws {ApiError} rate_limited
 */
export async function limit(res: Response, bucket: Bucket, whose: string): Promise<void> {
  const { allowed, remaining, retryAfter, reset } = await takeFrom(bucket, whose);
  res.set({
    'RateLimit-Limit': String(bucket.burst),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
  });
  if (!allowed) throw rateLimited(retryAfter);
}
