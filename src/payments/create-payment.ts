import { duplicateIdentifier } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import { enqueueNew } from '../jobs/obligation.js';
import { aboutPayment } from './about-payment.js';
import { insertPayment, payments, type PaymentRecord } from './payment.model.js';

/**
 * Stores a new payment in its first waiting status and enqueues the job that owns it.
 * @returns the payment; when the same Idempotency-Key has created it before, that one, and `isNew` is false
 * @throws {ApiError} duplicate_identifier
 */
export async function createPayment(payment: PaymentRecord): Promise<{ payment: PaymentRecord; isNew: boolean }> {
  if (!(await insertPayment(payment))) {
    const earlier = await findEarlier(payment);
    if (!earlier) throw duplicateIdentifier();
    return { payment: earlier, isNew: false };
  }
  const { method, identifier } = payment;
  logger.info('payment.created', { ...aboutPayment(payment), method, identifier });
  await enqueueNew(payment);
  return { payment, isNew: true };
}

/**
 * Finds the payment that already has a new one's identifier. A request whose answer was lost may come again under its
 * Idempotency-Key, and finds what it made. Null when the identifier is new.
 * @throws {ApiError} duplicate_identifier
 */
export async function findEarlier({ _id, idempotencyKey }: PaymentRecord): Promise<PaymentRecord | null> {
  const earlier = await payments.findOne({ _id });
  if (!earlier) return null;
  if (idempotencyKey !== undefined && earlier.idempotencyKey === idempotencyKey) return earlier;
  throw duplicateIdentifier();
}
