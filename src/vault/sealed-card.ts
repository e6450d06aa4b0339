import { createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { X25519_PUBLIC } from '../../config/settings.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { queuePrefixOf } from '../redis-keys.js';

/**
 * Card data of one payment, as it travels from web to the worker: sealed, in Redis, for minutes. Beside the queue of its
 * job: a card that can be left means that its worker can be woken, and no node of a cluster can lose one without the other.
 */
export const sealedCardKey = (seal: string): string => `${queuePrefixOf('card-authorization')}:sealed-card:${seal}`;

/** What the seal is bound to: a record moved to another payment, merchant or amount does not open. */
export const sealContext = (seal: string, { _id, merchantId, requested }: PaymentRecord): Buffer =>
  Buffer.from(['card-v1', seal, _id, merchantId, requested.amount, requested.currency].join('|'));

const SPKI_START = Buffer.from(X25519_PUBLIC, 'hex');

/** An X25519 public key as SubjectPublicKeyInfo. By way of a JWK (RFC 8037): OpenSSL's own DER takes fifty times longer. */
export function publicKeyBytes(key: KeyObject): Buffer {
  const { x = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([SPKI_START, Buffer.from(x, 'base64url')]);
}

/** The X25519 public key that these bytes are. @throws when they are none */
export function publicKeyOf(bytes: Buffer): KeyObject {
  if (!bytes.subarray(0, SPKI_START.length).equals(SPKI_START)) throw new Error('Not an X25519 public key');
  const x = bytes.subarray(SPKI_START.length).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}

/** HKDF (RFC 5869) over the X25519 (RFC 7748) shared secret, salted with the one-time public key. */
export const sealKey = (sharedSecret: Buffer, oneTimePublicKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', sharedSecret, oneTimePublicKey, 'tollgate card', 32));
