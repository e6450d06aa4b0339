import { config } from '../../config/index.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { currentAttempt } from '../payments/attempts.js';
import { redis } from '../redis/client.js';
import { keyOf } from '../redis/keys.js';

/**
 * Whether nobody can have sent a card with the current attempt's key before. A worker that was killed may have: then a
 * connection that is refused now says nothing about its call. The mark lies beside the sealed card, and is lost with it.
 */
export async function isFirstCall(payment: PaymentRecord): Promise<boolean> {
  const mark = keyOf(`asked:${currentAttempt(payment).key}`);
  return (await redis.set(mark, 1, 'EX', config.card.sealTtl, 'NX')) === 'OK';
}
