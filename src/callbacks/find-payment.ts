import type { CallbackNews } from '../connectors/callbacks.js';
import { transactionNotFound } from '../errors.js';
import type { Account } from '../gateways/account.model.js';
import { noteNoResponse } from '../connectors/no-response.js';
import { aboutPayment } from '../payments/about-payment.js';
import { aboutAttempt } from '../payments/attempts.js';
import { connectorOf, isOnlyTold } from '../payments/connector-of.js';
import { kindOf } from '../payments/kind-of.js';
import { isFinal } from '../payments/states.js';
import type { Attempt } from '../payments/payment-parts.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { logger } from '../telemetry/logger.js';

/**
 * What has come of an attempt that its payment has left, or has failed with, with which nobody reckons: a gateway that only
 * tells has told of it; any other is asked about a card.
 * @returns minor units; undefined when nothing came, or nobody says so
 */
async function lateCharge(payment: PaymentRecord, earlier: Attempt, news: CallbackNews): Promise<number | undefined> {
  const then = { ...payment, account: earlier.account ?? payment.account, attempts: [earlier] };
  if (isOnlyTold(then)) return news.result?.outcome === 'authorized' ? news.result.amount : undefined;
  if (kindOf(payment) !== 'card' || news.amount === 0) return undefined;
  try {
    const answer = await connectorOf(then, 'card').fetchCard(aboutAttempt(then));
    return answer.outcome === 'authorized' ? answer.amount : undefined;
  } catch (error) {
    noteNoResponse(error, aboutPayment(then)); // who is refused tells once more
    return undefined;
  }
}

/** Logs for a person that money has come with which nobody reckons. */
async function noteLateCharge(payment: PaymentRecord, attempt: Attempt, news: CallbackNews): Promise<void> {
  const moved = await lateCharge(payment, attempt, news);
  if (moved) logger.error('payment.charged_late', { ...aboutPayment(payment), attempt: attempt.no, moved });
}

/** Whether the payment has ended without money, of which its gateway is asked no more; what it tells counts otherwise. */
const hasFailed = (payment: PaymentRecord): boolean =>
  isFinal(payment.status) && payment.status !== 'succeeded' && !isOnlyTold(payment);

/**
 * The payment whose current attempt the news is about; a hosted one may have none yet.
 * @throws {ApiError} transaction_not_found, logged, when it is none of these accounts
 */
export async function paymentOf(news: CallbackNews, accounts: readonly Account[]): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id: news.reference });
  const isAt = (account: string | undefined) => accounts.some(({ _id }) => _id === account);
  const current = payment?.attempts.at(-1);
  if (payment && current?.key === news.key && isAt(payment.account)) {
    if (hasFailed(payment)) await noteLateCharge(payment, current, news);
    return payment;
  }
  const earlier = payment?.attempts.find(({ key, account }) => key === news.key && isAt(account));
  if (payment && earlier) await noteLateCharge(payment, earlier, news);
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
