import type { Request, Response } from 'express';
import { authenticationFailed } from '../errors.js';
import { findMerchantByKey } from '../merchants/find-merchant.js';
import type { MerchantRecord } from '../merchants/merchant.model.js';
import { addressOf, networkOf } from '../http/address-of.js';
import type { JsonObject } from '../http/json-body.js';
import { BUCKETS, limit } from '../http/limits.js';

/**
 * The merchant whose public key the body carries.
 * @throws {ApiError} authentication_failed, one text for all causes; rate_limited after too many of them from one address
 */
export async function authenticate(req: Request, res: Response, body: JsonObject): Promise<MerchantRecord> {
  const key = body.public_key;
  const merchant = typeof key === 'string' ? await findMerchantByKey(key) : null;
  if (merchant) return merchant;
  await limit(res, BUCKETS.failedAuthentication, networkOf(addressOf(req)));
  throw authenticationFailed();
}
