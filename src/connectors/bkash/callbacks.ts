import { logger } from '../../telemetry/logger.js';
import type { CallbackNews, CallbackReader } from '../callbacks.js';
import { answerForm } from '../http/answer.js';
import { parseJson } from '../http/parse-json.js';
import { orUnread } from '../unread-callback.js';
import type { BkashAccess } from './access.js';
import { optionalCurrency, optionalTaka, text, toPaisa } from './read-answer.js';
import { createSns } from './sns.js';
import { isSignedBy, readSnsMessage, snsUrl, type SnsMessage } from './sns-message.js';

/** What bKash tells of a transaction. */
interface Told {
  merchantInvoiceNumber: string;
  transactionStatus?: string;
  amount?: string;
  currency?: string;
}

const form = answerForm<Told>({
  merchantInvoiceNumber: text.required(),
  transactionStatus: text.allow('', null),
  amount: optionalTaka,
  currency: optionalCurrency,
});

/** Our keys: a trx and the number of its attempt. bKash tells of what others have sold under the same number as well. */
const KEY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,4}$/;

/** What came, where something did. @throws {ConnectorError} when it is no amount */
function moneyIn({ amount, currency, transactionStatus }: Told): Pick<CallbackNews, 'amount' | 'currency'> {
  const isSaid = amount !== undefined && currency !== undefined && transactionStatus === 'Completed';
  return isSaid ? { amount: toPaisa(amount), currency } : {};
}

function newsOf(account: string, { Message }: SnsMessage): CallbackNews[] {
  const checked = form.validate(parseJson(Message));
  if (checked.error) return [];
  const { merchantInvoiceNumber: key } = checked.value;
  const trx = KEY.exec(key)?.[1];
  return trx === undefined ? [] : [{ key, reference: trx, ...orUnread(account, {}, () => moneyIn(checked.value)) }];
}

/** Whether an address confirms a subscription to a topic, and nothing else. */
const isConfirmation = ({ searchParams }: URL, topic: string): boolean =>
  searchParams.get('Action') === 'ConfirmSubscription' && searchParams.get('TopicArn') === topic;

/**
 * Makes the reader of what bKash tells over Amazon SNS. SNS signs for everybody: only the account's own topic is believed,
 * and it is subscribed to when SNS asks whether that was meant.
 */
export function createSnsReader({ topic, account, standIn }: BkashAccess): CallbackReader {
  const sns = createSns(standIn === undefined ? {} : { standIn });

  async function genuine(body: string, own: string): Promise<SnsMessage | null> {
    const message = readSnsMessage(body);
    if (message?.TopicArn !== own) return null;
    const certificate = snsUrl(message.SigningCertURL, own);
    if (!certificate?.pathname.endsWith('.pem') || certificate.search !== '') return null;
    const key = await sns.keyAt(certificate);
    return key && isSignedBy(key, message) ? message : null;
  }

  /** @throws {ConnectorError} when SNS does not take it: it asks again */
  async function confirm({ SubscribeURL }: SnsMessage, own: string): Promise<CallbackNews[] | null> {
    const url = snsUrl(SubscribeURL, own);
    if (!url || !isConfirmation(url, own)) return null;
    await sns.confirm(url);
    logger.info('callback.subscribed', { account, topic: own });
    return [];
  }

  return {
    async readCallback(_headers, body) {
      if (topic === undefined) return null;
      const message = await genuine(body, topic);
      if (message?.Type === 'Notification') return newsOf(account, message);
      if (message?.Type === 'SubscriptionConfirmation') return confirm(message, topic);
      return message && [];
    },
  };
}
