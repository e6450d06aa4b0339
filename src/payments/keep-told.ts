import type { CardResult } from '../connectors/card.js';
import { logger } from '../telemetry/logger.js';
import { aboutPayment } from './about-payment.js';
import { currentAttempt } from './attempts.js';
import type { Told } from './news.js';
import { payments, type PaymentRecord } from './payment.model.js';
import { isKnown } from './states.js';
import { postpone } from './transition.js';

/** For the job that is waiting for the answer to its call: it is left alone, and its payment at the same version. */
async function keepBesideCall({ _id, version }: PaymentRecord, told: Told): Promise<boolean> {
  const { matchedCount } = await payments.updateOne({ _id, version }, { $set: { told } });
  return matchedCount > 0;
}

/**
 * Stores what a gateway that cannot be asked has told of the current attempt, and has the payment's job believe it at
 * once; a card that is being authorized has its answer in the call under way, and believes it when there is none. Told
 * twice, the later word holds, but never over money that came. News of a payment that nothing moves any more is for a
 * person when it says that money did.
 */
export async function keepTold(payment: PaymentRecord, result: CardResult): Promise<void> {
  const { no: attempt } = currentAttempt(payment);
  if (payment.told?.attempt === attempt && payment.told.result.outcome === 'authorized') return;
  if (!payment.next || !isKnown(payment.status)) {
    if (result.outcome === 'authorized' && payment.status !== 'succeeded')
      logger.error('payment.charged_late', { ...aboutPayment(payment), moved: result.amount });
    return;
  }
  const told = { attempt, result };
  const isBeingAsked = payment.status === 'authorizing';
  if (await (isBeingAsked ? keepBesideCall(payment, told) : postpone(payment, new Date(), { told }))) return;
  const latest = await payments.findOne({ _id: payment._id });
  if (latest && latest.attempts.length === payment.attempts.length) await keepTold(latest, result);
}
