import { duplicateIdentifier } from '../errors.js';
import { logger } from '../logger.js';
import { wakeNew } from '../obligation.js';
import { aboutPayment } from './about-payment.js';
import { insertPayment, payments, type PaymentRecord } from './payment.model.js';

/**
 * Stores a new payment in its first waiting status and wakes the job that owns it.
 * @returns the payment; when the same Idempotency-Key has created it before, that one, and `isNew` is false
 * @throws {ApiError} duplicate_identifier
 */
export async function createPayment(payment: PaymentRecord): Promise<{ payment: PaymentRecord; isNew: boolean }> {
  if (!(await insertPayment(payment))) return { payment: await findEarlier(payment), isNew: false };
  const { method, identifier } = payment;
  logger.info('payment.created', { ...aboutPayment(payment), method, identifier });
  await wakeNew(payment);
  return { payment, isNew: true };
}

/** A request whose answer was lost may come again under its key, and finds the payment that it made. */
async function findEarlier({ _id, idempotencyKey }: PaymentRecord): Promise<PaymentRecord> {
  const earlier = await payments.findOne({ _id });
  if (earlier && idempotencyKey !== undefined && earlier.idempotencyKey === idempotencyKey) return earlier;
  throw duplicateIdentifier();
}
