import { hkdfSync } from 'node:crypto';
import type { PaymentRecord } from '../payments/payment.model.js';
import { queuePrefixOf } from '../redis/keys.js';

/**
 * Card data of one payment, as it travels from web to the worker: sealed, in Redis, for minutes. Beside the queue of its
 * job: a card that can be left means that its worker can be woken, and no node of a cluster can lose one without the other.
 */
export const sealedCardKey = (seal: string): string => `${queuePrefixOf('card-authorization')}:sealed-card:${seal}`;

/** What the seal is bound to: a record moved to another payment, merchant or amount does not open. */
export const sealContext = (seal: string, { _id, merchantId, requested }: PaymentRecord): Buffer =>
  Buffer.from(['card-v1', seal, _id, merchantId, requested.amount, requested.currency].join('|'));

/** HKDF (RFC 5869) over the X25519 (RFC 7748) shared secret, salted with the one-time public key. */
export const sealKey = (sharedSecret: Buffer, oneTimePublicKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', sharedSecret, oneTimePublicKey, 'tollgate card', 32));
