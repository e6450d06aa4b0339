import type { CallbackNews } from '../connectors/callbacks.js';
import { transactionNotFound } from '../errors.js';
import type { Account } from '../gateways/account.model.js';
import { aboutPayment } from '../payments/about-payment.js';
import { isOnlyTold } from '../payments/connector-of.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { logger } from '../telemetry/logger.js';

/**
 * The payment whose current attempt the news is about; a hosted one may have none yet.
 * @throws {ApiError} transaction_not_found, logged, when it is none of these accounts
 */
export async function paymentOf(news: CallbackNews, accounts: readonly Account[]): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id: news.reference });
  const isAt = (account: string | undefined) => accounts.some(({ _id }) => _id === account);
  if (payment?.attempts.at(-1)?.key === news.key && isAt(payment.account)) return payment;
  const earlier = payment?.attempts.find(({ key, account }) => key === news.key && isAt(account));
  if (
    payment &&
    earlier &&
    news.result?.outcome === 'authorized' &&
    isOnlyTold({ ...payment, account: earlier.account ?? payment.account })
  )
    logger.error('payment.charged_late', { ...aboutPayment(payment), attempt: earlier.no, moved: news.result.amount });
  logger.warn('callback.refused', { trx: news.reference, why: 'unknown payment' });
  throw transactionNotFound();
}

/** The same of a charge that the gateway names by its own reference. */
export async function paymentOfCharge(charge: string, accounts: readonly Account[]): Promise<PaymentRecord> {
  const payment = await payments.findOne({
    'attempts.reference': { $exists: true, $eq: charge }, // ADR 12
    account: { $in: accounts.map(({ _id }) => _id) },
  });
  if (payment) return payment;
  logger.warn('callback.refused', { reference: charge, why: 'unknown charge' });
  throw transactionNotFound();
}
