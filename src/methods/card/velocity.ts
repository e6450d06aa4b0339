import { config } from '../../../config/index.js';
import type { CardResult } from '../../connectors/card.js';
import { currentAttempt } from '../../payments/attempts.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { ISSUER_DECLINES } from '../../payments/reasons.js';
import { redis } from '../../redis/client.js';
import { keyOf } from '../../redis/keys.js';

const HOUR = 3600;

/** The keys of the attempts that were declined. `declines:` held a number, and may still where it was just upgraded. */
const declinedOf = ({ merchantId, card }: PaymentRecord) =>
  keyOf(`declined:${merchantId}:${card?.fingerprint ?? 'none'}`);

/** Whether this card was declined at this merchant as often within the hour as CARD_VELOCITY allows. */
export async function isDeclinedTooOften(payment: PaymentRecord): Promise<boolean> {
  if (config.card.velocity === 0) return false;
  return (await redis.scard(declinedOf(payment))) >= config.card.velocity;
}

/** Counts an issuer's no, once for its attempt: two looks may hear it when one of them is overtaken before it is stored. */
export async function countDecline(payment: PaymentRecord, result: CardResult): Promise<void> {
  if (result.outcome !== 'declined' || !ISSUER_DECLINES.has(result.reason)) return;
  const key = declinedOf(payment);
  await redis.multi().sadd(key, currentAttempt(payment).key).expire(key, HOUR, 'NX').exec();
}
