import { config } from '../../../config/index.js';
import type { CardResult } from '../../connectors/card.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { ISSUER_DECLINES } from '../../payments/reasons.js';
import { redis } from '../../redis/client.js';
import { keyOf } from '../../redis/keys.js';

const HOUR = 3600;

const declinesOf = ({ merchantId, card }: PaymentRecord) =>
  keyOf(`declines:${merchantId}:${card?.fingerprint ?? 'none'}`);

/** Whether this card was declined at this merchant as often within the hour as CARD_VELOCITY allows. */
export async function isDeclinedTooOften(payment: PaymentRecord): Promise<boolean> {
  if (config.card.velocity === 0) return false;
  return Number((await redis.get(declinesOf(payment))) ?? 0) >= config.card.velocity;
}

/** Counts an issuer's no. */
export async function countDecline(payment: PaymentRecord, result: CardResult): Promise<void> {
  if (result.outcome !== 'declined' || !ISSUER_DECLINES.has(result.reason)) return;
  const key = declinesOf(payment);
  await redis.multi().incr(key).expire(key, HOUR, 'NX').exec();
}
