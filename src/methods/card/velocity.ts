import { config } from '../../../config/index.js';
import type { CardResult, DeclineReason } from '../../connectors/connector.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { redis } from '../../redis.js';
import { keyOf } from '../../redis-keys.js';

const HOUR = 3600;

const declinesOf = ({ merchantId, card }: PaymentRecord) =>
  keyOf(`declines:${merchantId}:${card?.fingerprint ?? 'none'}`);

/** Whether this card was declined at this merchant as often within the hour as CARD_VELOCITY allows. */
export async function isDeclinedTooOften(payment: PaymentRecord): Promise<boolean> {
  if (config.card.velocity === 0) return false;
  return Number((await redis.get(declinesOf(payment))) ?? 0) >= config.card.velocity;
}

/** The issuer's own refusals. A failed authentication or a failing gateway says nothing about the card. */
const COUNTED: DeclineReason[] = ['insufficient_funds', 'do_not_honor', 'expired_card', 'incorrect_cvv'];

/** Counts an issuer's no. */
export async function countDecline(payment: PaymentRecord, result: CardResult): Promise<void> {
  if (result.outcome !== 'declined' || !COUNTED.includes(result.reason)) return;
  const key = declinesOf(payment);
  await redis.multi().incr(key).expire(key, HOUR, 'NX').exec();
}
