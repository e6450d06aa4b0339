import { createHash } from 'node:crypto';

/** Names of ours within UUIDs (RFC 9562, version 5). */
const NAMESPACE = Buffer.from('5b2f0c4e7d1a4c3f9a6e2d8b41c7f093', 'hex');

/** The `x-idempotency-key` of a call: always the same for the same name, and a UUID, since Cashfree takes no other. */
export function idempotencyKey(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
