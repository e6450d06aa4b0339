import { duplicateIdentifier } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import { enqueueNew } from '../jobs/obligation.js';
import { aboutPayment } from './about-payment.js';
import { insertPayment, payments, type PaymentRecord } from './payment.model.js';
import { isSameRequest, takeUp } from './take-up.js';

/** Nearly every order is open long before this job is due, so it is enqueued by the sweeper alone, when it is. */
const LEFT_TO_SWEEPER = 'order-opening';

/**
 * Stores a new payment in its first waiting status and enqueues the job that owns it. The only way in, for every method:
 * nothing is asked of a gateway for a payment that is not stored.
 * @returns the payment; when the same Idempotency-Key has created it before, that one, and `isNew` is false
 * @throws {ApiError} duplicate_identifier; gateway_unavailable, when an order that was abandoned under the identifier
 *   cannot be closed
 */
export async function createPayment(draft: PaymentRecord): Promise<{ payment: PaymentRecord; isNew: boolean }> {
  let payment = draft;
  if (!(await insertPayment(draft))) {
    const earlier = await payments.findOne({ _id: draft._id });
    if (earlier?.status === 'abandoned') {
      const taken = await takeUp(earlier, draft);
      if (!taken) return createPayment(draft); // it has moved meanwhile: look again
      payment = taken;
    } else {
      if (earlier && isSameRequest(earlier, draft)) return { payment: earlier, isNew: false };
      throw duplicateIdentifier();
    }
  }
  const { method, identifier, next } = payment;
  logger.info('payment.created', { ...aboutPayment(payment), method, identifier });
  if (next?.job !== LEFT_TO_SWEEPER) await enqueueNew(payment);
  return { payment, isNew: true };
}
