import Joi from 'joi';
import { createHmac } from 'node:crypto';
import { isEqual } from '../../crypto/is-equal.js';
import { DAY_MS } from '../../time.js';
import { answerForm } from '../http/answer.js';
import { parseJson } from '../http/parse-json.js';
import type { CallbackNews, ImmediateCallbackReader } from '../callbacks.js';
import { orUnread } from '../unread-callback.js';
import type { CashfreeAccess } from './access.js';
import { keyOfRefund, trxOf } from './names.js';
import { currency, orderNames, orNone, readAnswer, rupees, text, type OrderNames } from './read-answer.js';
import { toPaise } from './rupees.js';

/**
 * Both ways: clocks differ. Cashfree names no tolerance, and tries again for long; nobody here has seen whether with a new
 * time. News is a hint alone, so that an old one does no harm.
 */
const MOST_AGE_MS = DAY_MS;

type OrderDetails = { order_id?: string | null } | null;

interface Event {
  type: string;
  data: {
    order?: OrderNames | null;
    payment?: unknown;
    refund?: { refund_id?: string | null; order_id?: string | null } | null;
    order_details?: OrderDetails;
    dispute?: { order_details?: OrderDetails } | null;
  };
}

interface Payment {
  payment_status?: string | null;
  payment_amount?: number | null;
  payment_currency?: string | null;
}

const orderDetails = orNone(answerForm<{ order_id?: string | null }>({ order_id: text }));

const form = answerForm<Event>({
  type: Joi.string().max(100).required(),
  data: answerForm({
    order: orderNames,
    refund: orNone(answerForm({ refund_id: text, order_id: text })),
    order_details: orderDetails,
    dispute: orNone(answerForm({ order_details: orderDetails })),
  }),
});

/** Read for itself: whatever its form, the payment is asked about. */
const paymentForm = answerForm<Payment>({
  payment_status: text,
  payment_amount: rupees.allow(null),
  payment_currency: currency.allow(null),
});

/** Nothing stands between the time and the body, though Cashfree's page has a dot there: its SDK has none. */
function isGenuine(secrets: readonly string[], time: unknown, signature: unknown, body: string): boolean {
  if (typeof time !== 'string' || !/^[0-9]{1,15}$/.test(time)) return false;
  if (Math.abs(Date.now() - Number(time)) > MOST_AGE_MS) return false;
  if (typeof signature !== 'string') return false;
  return secrets.some((secret) =>
    isEqual(signature, createHmac('sha256', secret).update(`${time}${body}`).digest('base64')),
  );
}

/** What came, where something did. @throws {ConnectorError} when it is no amount, or of another form */
function moneyIn({ payment }: Event['data']): Pick<CallbackNews, 'amount' | 'currency'> {
  const { payment_status, payment_amount, payment_currency } = readAnswer(paymentForm, payment ?? {});
  if (typeof payment_amount !== 'number' || !payment_currency) return {};
  const amount = payment_status === 'SUCCESS' ? toPaise(payment_amount, payment_currency) : 0;
  return { amount, currency: payment_currency };
}

/** What an event is about, if it is about anything of ours: an account may serve others as well. */
function newsOf(account: string, { type, data }: Event): CallbackNews[] {
  const { order, refund, dispute } = data;
  const disputed = data.order_details ?? dispute?.order_details;
  if (type === 'REFUND_STATUS_WEBHOOK') {
    const key = keyOfRefund(refund?.refund_id ?? '');
    const reference = trxOf(refund?.order_id ?? '');
    return key && reference ? [{ about: 'refund', key, reference }] : [];
  }
  const isDispute = type.startsWith('DISPUTE_');
  const key = (isDispute ? disputed?.order_id : order?.order_id) ?? '';
  const reference = (order?.order_tags?.trx ?? '') || trxOf(key);
  if (!key || !reference) return [];
  if (isDispute) return [{ about: 'dispute', key, reference }];
  return type.startsWith('PAYMENT_') ? [{ key, reference, ...orUnread(account, {}, () => moneyIn(data)) }] : [];
}

/** Makes the reader of Cashfree's webhooks. It gives null for one that Cashfree has not signed, with a secret of the client's. */
export const createWebhookReader = ({
  account,
  webhookSecrets,
}: Pick<CashfreeAccess, 'account' | 'webhookSecrets'>): ImmediateCallbackReader<CallbackNews> => ({
  yes: 'OK', // with 200: any other status, and Cashfree sends it again
  readCallback(headers, body) {
    if (!isGenuine(webhookSecrets, headers['x-webhook-timestamp'], headers['x-webhook-signature'], body)) return null;
    return orUnread(account, [], () => newsOf(account, readAnswer(form, parseJson(body))));
  },
});
