import { createCipheriv, createPublicKey, diffieHellman, randomBytes } from 'node:crypto';
import { config } from '../../config/index.js';
import type { CardNumberAndCode } from '../connectors/card.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { milliseconds } from '../time.js';
import { onRedis } from '../redis/client.js';
import { sealContext, sealedCardKey, sealKey } from './sealed-card.js';
import { newKeyPair } from './x25519.js';

const workersKey = createPublicKey({ key: Buffer.from(config.card.publicKey, 'base64'), format: 'der', type: 'spki' });

function seal(card: CardNumberAndCode, context: Buffer): string {
  const oneTime = newKeyPair();
  const key = sealKey(diffieHellman({ privateKey: oneTime.privateKey, publicKey: workersKey }), oneTime.publicKey);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(context);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(card), 'utf8'), cipher.final()]);
  return [oneTime.publicKey, iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/** A fresh name for a sealed card: two requests with one identifier must never find each other's card. */
export const newSeal = (): string => randomBytes(16).toString('base64url');

/**
 * Seals a payment's card for the payments workers and leaves it in Redis for CARD_SEAL_TTL seconds, under the name in
 * `cardSeal`. Whoever seals cannot open.
 * @throws {ServiceUnavailable} when Redis is away: there is no other safe place for a card
 */
export async function leaveSealedCard(
  payment: PaymentRecord & { cardSeal: string },
  card: CardNumberAndCode,
): Promise<void> {
  const sealed = seal(card, sealContext(payment.cardSeal, payment));
  await onRedis((redis) => redis.set(sealedCardKey(payment.cardSeal), sealed, 'PX', milliseconds(config.card.sealTtl)));
}

/** Removes the card of a payment that did not take it after all. One that is left ends by its TTL. */
export async function takeBackSealedCard(seal: string): Promise<void> {
  await onRedis((redis) => redis.del(sealedCardKey(seal)));
}
