import type { CallbackNews } from '../connectors/callbacks.js';
import { transactionNotFound } from '../errors.js';
import type { Account } from '../gateways/account.model.js';
import { accountNamed } from '../gateways/accounts.js';
import { connectorFor } from '../gateways/connectors.js';
import { askAside, noteNoResponse } from '../connectors/no-response.js';
import { aboutPayment } from '../payments/about-payment.js';
import { aboutAttempt } from '../payments/attempts.js';
import { isOnlyTold } from '../payments/connector-of.js';
import { kindOf } from '../payments/kind-of.js';
import { isFinal } from '../payments/states.js';
import type { Attempt } from '../payments/payment-parts.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { logger } from '../telemetry/logger.js';

/**
 * What has come of an attempt that its payment has left, or has failed with, with which nobody reckons: a gateway that only
 * tells has told of it; one for cards is asked. An order that was left is found by the comparison of its day.
 * @returns minor units; undefined when nothing came, or nobody says so
 */
async function lateCharge(payment: PaymentRecord, earlier: Attempt, news: CallbackNews): Promise<number | undefined> {
  const account = earlier.account ?? payment.account;
  const { card, orders } = connectorFor(accountNamed(account));
  if ((card ?? orders)?.capabilities.asks === 'told')
    return news.result?.outcome === 'authorized' ? news.result.amount : undefined;
  if (!card || news.amount === 0) return undefined;
  const then = { ...payment, account, attempts: [earlier] };
  try {
    const answer = await card.fetchCard(aboutAttempt(then));
    return answer.outcome === 'authorized' ? answer.amount : undefined;
  } catch (error) {
    noteNoResponse(error, aboutPayment(then));
    return news.amount; // signed, and perhaps told once only
  }
}

/** Logs for a person that money has come with which nobody reckons; who has told of it is answered meanwhile. */
function noteLateCharge(payment: PaymentRecord, attempt: Attempt, news: CallbackNews): void {
  const about = { ...aboutPayment(payment), attempt: attempt.no };
  const noted = lateCharge(payment, attempt, news).then((moved) => {
    if (moved) logger.error('payment.charged_late', { ...about, moved });
  });
  askAside(noted, about);
}

/** Whether a card's payment has ended without money: its gateway is asked no more. What one tells that only tells counts. */
const isOver = (payment: PaymentRecord): boolean =>
  kindOf(payment) === 'card' && isFinal(payment.status) && payment.status !== 'succeeded' && !isOnlyTold(payment);

/**
 * The payment whose current attempt the news is about; a hosted one may have none yet.
 * @throws {ApiError} transaction_not_found, logged, when it is none of these accounts
 */
export async function paymentOf(news: CallbackNews, accounts: readonly Account[]): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id: news.reference });
  const isAt = (account: string | undefined) => accounts.some(({ _id }) => _id === account);
  const current = payment?.attempts.at(-1);
  if (payment && current?.key === news.key && isAt(payment.account)) {
    if (isOver(payment)) noteLateCharge(payment, current, news);
    return payment;
  }
  const earlier = payment?.attempts.find(({ key, account }) => key === news.key && isAt(account));
  if (payment && earlier) noteLateCharge(payment, earlier, news);
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
