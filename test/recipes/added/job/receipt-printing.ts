import type { Processor } from '../src/jobs/worker.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { readPayment, updatePayment } from '../src/payments/payment.model.js';
import { logger } from '../src/telemetry/logger.js';

/** Prints the receipt of a payment that is owed one. Running it twice changes nothing. */
export const receiptPrinting: Processor = async ({ id, version }) => {
  const payment = await readPayment(id);
  if (payment?.version !== version || payment.next?.job !== 'receipt-printing') return;
  logger.info('receipt.printed', aboutPayment(payment));
  const updateId = { version: version + 1, next: { $exists: false } };
  await updatePayment(payment, { change: { unset: ['next'] }, updateId });
};
