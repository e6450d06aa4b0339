import type { CardResult } from '../connectors/card.js';
import { logger } from '../telemetry/logger.js';
import { aboutPayment } from './about-payment.js';
import { currentAttempt } from './attempts.js';
import { payments, type PaymentRecord } from './payment.model.js';
import { isKnown } from './states.js';
import { postpone } from './transition.js';

/**
 * Stores what a gateway that cannot be asked has told of the current attempt, and has the payment's job believe it at
 * once. Told twice, the later word holds, but never over money that came. News of a payment that nothing moves any more
 * is for a person when it says that money did.
 */
export async function keepTold(payment: PaymentRecord, result: CardResult): Promise<void> {
  const { no: attempt } = currentAttempt(payment);
  if (payment.told?.attempt === attempt && payment.told.result.outcome === 'authorized') return;
  if (!payment.next || !isKnown(payment.status)) {
    if (result.outcome === 'authorized' && payment.status !== 'succeeded')
      logger.error('payment.charged_late', { ...aboutPayment(payment), moved: result.amount });
    return;
  }
  if (await postpone(payment, new Date(), { told: { attempt, result } })) return;
  const latest = await payments.findOne({ _id: payment._id });
  if (latest && latest.attempts.length === payment.attempts.length) await keepTold(latest, result);
}
