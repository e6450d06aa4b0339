import { createDecipheriv, createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { badPrivateKey, readCardPrivateKeys } from '../../config/card-private-key.js';
import { config } from '../../config/index.js';
import type { CardNumberAndCode } from '../connectors/card.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { redis } from '../redis/client.js';
import { withAny } from '../crypto/with-any.js';
import { sealContext, sealedCardKey, sealKey } from './sealed-card.js';
import { publicKeyOf } from './x25519.js';

let privateKeys: KeyObject[] | undefined;

function readKey(base64: string): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    throw badPrivateKey('must be an X25519 private key, PKCS#8 DER in base64'); // without the key in the message
  }
}

const publicHalf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' });

/**
 * Reads the private keys, once. Called at the start too, so that a worker that could open no card does not start.
 * @throws {ConfigError} when a key is missing or wrong, or none is the private half of CARD_PUBLIC_KEY
 */
export function loadCardPrivateKeys(): KeyObject[] {
  if (privateKeys) return privateKeys;
  const keys = readCardPrivateKeys().map(readKey);
  const ours = Buffer.from(config.card.publicKey, 'base64');
  if (!keys.some((key) => publicHalf(key).equals(ours)))
    throw badPrivateKey('is not the private half of "CARD_PUBLIC_KEY"');
  privateKeys = keys;
  return keys;
}

function open(privateKey: KeyObject, sealed: string, context: Buffer): CardNumberAndCode {
  const [oneTimePublicKey, iv, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!oneTimePublicKey || !iv || !tag || !text) throw new Error('Not a sealed card');
  const publicKey = publicKeyOf(oneTimePublicKey);
  const key = sealKey(diffieHellman({ privateKey, publicKey }), oneTimePublicKey);
  // Without its length a part of the tag would do, as in src/crypto/keyed.ts.
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 }).setAAD(context).setAuthTag(tag);
  const json = Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  return JSON.parse(json) as CardNumberAndCode; // authenticated above: exactly what seal-card.ts wrote
}

/**
 * The card of a payment, or null when it is gone: expired, flushed, or deleted after the gateway's first answer.
 * @throws when Redis is away, or when the seal is not of this payment
 */
export async function openSealedCard(payment: PaymentRecord): Promise<CardNumberAndCode | null> {
  if (!payment.cardSeal) return null;
  const sealed = await redis.get(sealedCardKey(payment.cardSeal));
  if (sealed === null) return null;
  const context = sealContext(payment.cardSeal, payment);
  return withAny(loadCardPrivateKeys(), (key) => open(key, sealed, context));
}

/** After the gateway's first answer nobody needs the card any more (PCI DSS 3.3.1). */
export async function destroySealedCard(seal: string): Promise<void> {
  await redis.del(sealedCardKey(seal));
}
