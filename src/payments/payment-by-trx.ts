import { READ_LIMIT } from '../database/read-limit.js';
import { transactionNotFound } from '../errors.js';
import { payments, type PaymentRecord } from './payment.model.js';

/** The payment that people name. @param trx in upper or lower case @throws {ApiError} transaction_not_found */
export async function paymentByTrx(trx: string): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id: trx.toLowerCase() }, READ_LIMIT);
  if (!payment) throw transactionNotFound();
  return payment;
}
