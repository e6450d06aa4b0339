import type { Request } from 'express';
import { authenticationFailed, rateLimited } from '../errors.js';
import { findMerchantByKey } from '../merchants/find-merchant.js';
import type { MerchantRecord } from '../merchants/merchant.model.js';
import type { JsonObject } from './json-body.js';
import { BUCKETS } from './limits.js';
import { takeFrom } from './token-bucket.js';

/**
 * The merchant whose public key the body carries.
 * @throws {ApiError} authentication_failed, one text for all causes; rate_limited after too many of them from one address
 */
export async function authenticate(req: Request, body: JsonObject): Promise<MerchantRecord> {
  const key = body.public_key;
  const merchant = typeof key === 'string' ? await findMerchantByKey(key) : null;
  if (merchant) return merchant;
  const { allowed, retryAfter } = await takeFrom(BUCKETS.failedAuthentication, req.ip ?? 'unknown');
  throw allowed ? authenticationFailed() : rateLimited(retryAfter);
}
