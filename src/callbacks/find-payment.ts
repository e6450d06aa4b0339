import type { CallbackNews } from '../connectors/callbacks.js';
import { transactionNotFound } from '../errors.js';
import type { Account } from '../gateways/account.model.js';
import { noteNoResponse } from '../connectors/no-response.js';
import { aboutPayment } from '../payments/about-payment.js';
import { aboutAttempt } from '../payments/attempts.js';
import { connectorOf, isOnlyTold } from '../payments/connector-of.js';
import { kindOf } from '../payments/kind-of.js';
import type { Attempt } from '../payments/payment-parts.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { logger } from '../telemetry/logger.js';

/**
 * What has come of an attempt that its payment has left, with which nobody reckons: a gateway that only tells has told of
 * it; any other is asked about an attempt that another account took over.
 * @returns minor units; undefined when nothing came, or nobody says so
 */
async function lateCharge(payment: PaymentRecord, earlier: Attempt, news: CallbackNews): Promise<number | undefined> {
  const then = { ...payment, account: earlier.account ?? payment.account, attempts: [earlier] };
  if (isOnlyTold(then)) return news.result?.outcome === 'authorized' ? news.result.amount : undefined;
  if (!earlier.passedOn || kindOf(payment) !== 'card' || news.amount === 0) return undefined;
  try {
    const answer = await connectorOf(then, 'card').fetchCard(aboutAttempt(then));
    return answer.outcome === 'authorized' ? answer.amount : undefined;
  } catch (error) {
    noteNoResponse(error, aboutPayment(then)); // who is refused tells once more
    return undefined;
  }
}

/**
 * The payment whose current attempt the news is about; a hosted one may have none yet.
 * @throws {ApiError} transaction_not_found, logged, when it is none of these accounts
 */
export async function paymentOf(news: CallbackNews, accounts: readonly Account[]): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id: news.reference });
  const isAt = (account: string | undefined) => accounts.some(({ _id }) => _id === account);
  if (payment?.attempts.at(-1)?.key === news.key && isAt(payment.account)) return payment;
  const earlier = payment?.attempts.find(({ key, account }) => key === news.key && isAt(account));
  const moved = payment && earlier && (await lateCharge(payment, earlier, news));
  if (moved) logger.error('payment.charged_late', { ...aboutPayment(payment), attempt: earlier.no, moved });
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
