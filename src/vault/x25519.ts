import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { X25519_PUBLIC } from '../../config/kinds/keys.js';

// X25519 keys (RFC 7748) by way of their JWK (RFC 8037): OpenSSL takes fifty times as long to write or read their DER.

const SPKI_START = Buffer.from(X25519_PUBLIC, 'hex');

const bytesOf = (x: string): Buffer => Buffer.concat([SPKI_START, Buffer.from(x, 'base64url')]);

/**
 * The public half is exported by the call that makes the pair, never by `export()` afterwards. `export()` holds the key's
 * lock; a garbage collection at that moment frees what made the pair, waits for the same lock, and never ends (Node 20.20).
 */
const WRITTEN_AT_ONCE = { publicKeyEncoding: { format: 'jwk' } };

/** A new key pair, for one use. The public key is a SubjectPublicKeyInfo (DER). */
export function newKeyPair(): { publicKey: Buffer; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519', WRITTEN_AT_ONCE);
  const { x } = publicKey as unknown as { x: string }; // Node's types do not have this encoding, its documentation has
  return { publicKey: bytesOf(x), privateKey };
}

/** The public key that these bytes are. @throws when they are none */
export function publicKeyOf(bytes: Buffer): KeyObject {
  if (!bytes.subarray(0, SPKI_START.length).equals(SPKI_START)) throw new Error('Not an X25519 public key');
  const x = bytes.subarray(SPKI_START.length).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}
