import { config } from '../../../config/index.js';
import type { CardResult } from '../../connectors/connector.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { redis } from '../../redis.js';

const HOUR = 3600;

const keyOf = ({ merchantId, card }: PaymentRecord) =>
  `${config.queuePrefix}:declines:${merchantId}:${card?.fingerprint ?? 'none'}`;

/** Whether this card was declined at this merchant as often within the hour as CARD_VELOCITY allows. */
export async function isDeclinedTooOften(payment: PaymentRecord): Promise<boolean> {
  if (config.card.velocity === 0) return false;
  return Number((await redis.get(keyOf(payment))) ?? 0) >= config.card.velocity;
}

/** Counts an issuer's no; a gateway that could not process the payment says nothing about the card. */
export async function countDecline(payment: PaymentRecord, result: CardResult): Promise<void> {
  if (result.outcome !== 'declined' || result.reason === 'gateway_error') return;
  await redis.multi().incr(keyOf(payment)).expire(keyOf(payment), HOUR, 'NX').exec();
}
