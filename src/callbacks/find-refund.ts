import type { CallbackNews, ChargeRefunded } from '../connectors/callbacks.js';
import type { Account } from '../gateways/account.model.js';
import { refundAtGateway } from '../payments/refund.js';
import { readRefund, type RefundOf } from '../refunds/refund-job.js';
import { paymentOfCharge } from './find-payment.js';

/**
 * The refund that the news is about, by our key, or by the gateway's own; null when these accounts have none.
 * @throws {ApiError} transaction_not_found, logged, when its charge is none of theirs
 */
export async function refundIn(
  news: CallbackNews | ChargeRefunded,
  accounts: readonly Account[],
): Promise<RefundOf | null> {
  if ('charge' in news) {
    const payment = await paymentOfCharge(news.charge, accounts);
    const refund = refundAtGateway(payment, news.key);
    return refund ? { payment, refund } : null;
  }
  const of = await readRefund(news.key);
  const isTheirs = of?.payment._id === news.reference && accounts.some(({ _id }) => _id === of.payment.account);
  return isTheirs ? of : null;
}
