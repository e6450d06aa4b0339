import { createDecipheriv, createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { badPrivateKey, readCardPrivateKey } from '../../config/card-private-key.js';
import { config } from '../../config/index.js';
import type { CardNumberAndCode } from '../connectors/connector.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { redis } from '../redis.js';
import { sealContext, sealedCardKey, sealKey } from './sealed-card.js';

let privateKey: KeyObject | undefined;

function readKey(base64: string): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    throw badPrivateKey('must be an X25519 private key, PKCS#8 DER in base64'); // without the key in the message
  }
}

/** Reads the private key, so that a worker that could open no card does not start. @throws {ConfigError} */
export function loadCardPrivateKey(): KeyObject {
  if (privateKey) return privateKey;
  const key = readKey(readCardPrivateKey());
  const publicHalf = createPublicKey(key).export({ format: 'der', type: 'spki' });
  if (!publicHalf.equals(Buffer.from(config.card.publicKey, 'base64')))
    throw badPrivateKey('is not the private half of "CARD_PUBLIC_KEY"');
  privateKey = key;
  return key;
}

function open(sealed: string, context: Buffer): CardNumberAndCode {
  const [oneTimePublicKey, iv, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (!oneTimePublicKey || !iv || !tag || !text) throw new Error('Not a sealed card');
  const publicKey = createPublicKey({ key: oneTimePublicKey, format: 'der', type: 'spki' });
  const key = sealKey(diffieHellman({ privateKey: loadCardPrivateKey(), publicKey }), oneTimePublicKey);
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(context).setAuthTag(tag);
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
  return sealed === null ? null : open(sealed, sealContext(payment.cardSeal, payment));
}

/** After the gateway's first answer nobody needs the card any more (PCI DSS 3.3.1). */
export async function destroySealedCard(seal: string): Promise<void> {
  await redis.del(sealedCardKey(seal));
}
