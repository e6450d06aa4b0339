import { createHash } from 'node:crypto';
import { uuidOf } from '../../crypto/uuid.js';

/** Names of ours within UUIDs (RFC 9562, version 5). */
const NAMESPACE = Buffer.from('5b2f0c4e7d1a4c3f9a6e2d8b41c7f093', 'hex');

/** The `x-idempotency-key` of a call: always the same for the same name, and a UUID, since Cashfree takes no other. */
export const idempotencyKey = (name: string): string =>
  uuidOf(createHash('sha1').update(NAMESPACE).update(name).digest(), 5);
