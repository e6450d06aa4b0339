import type { Filter } from '../database/driver.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { oweInquiry } from './dispute-inquiry.js';

/** Payments of these accounts with a dispute that is open. */
const disputedAt = (accounts: readonly string[]): Filter<PaymentRecord> => ({
  'disputes.state': { $exists: true, $eq: 'open' }, // ADR 12
  account: { $in: [...accounts] },
});

/** Has the gateway asked about every dispute that is open: a callback that told of its end may have been lost. */
export async function askAboutOpen(accounts: readonly string[]): Promise<void> {
  for await (const payment of payments.find(disputedAt(accounts))) await oweInquiry(payment, new Date());
}
