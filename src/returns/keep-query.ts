import { isDeepStrictEqual } from 'node:util';
import { connectorOf } from '../payments/connector-of.js';
import { currentAttempt } from '../payments/attempts.js';
import { kindOf } from '../payments/kind-of.js';
import { isTakenOn, storedCameBack } from '../payments/news.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { postpone } from '../payments/transition.js';

/** Whether the query with which a customer comes back is part of the protocol of the payment's gateway. */
export const needsQuery = (payment: PaymentRecord): boolean =>
  connectorOf(payment, kindOf(payment) === 'card' ? 'card' : 'wallet').returned !== undefined;

/** What of a query means something to the payment's gateway: all of it, unless the gateway names fields. */
function meaningful(payment: PaymentRecord, query: Record<string, string>): Record<string, string> {
  const fields = kindOf(payment) === 'card' ? connectorOf(payment, 'card').returnFields : undefined;
  return fields ? Object.fromEntries(Object.entries(query).filter(([name]) => fields.includes(name))) : query;
}

/**
 * Stores with what a customer has come back, and has the payment's job pass it on at once. The same query once more, or
 * none, changes nothing, nor does any other once the gateway has taken the payment on by one.
 */
export async function keepQuery(payment: PaymentRecord, whole: Record<string, string>): Promise<void> {
  const { no: attempt } = currentAttempt(payment);
  const query = meaningful(payment, whole);
  const isKnown = isDeepStrictEqual(storedCameBack(payment)?.query, query);
  if (isKnown || isTakenOn(payment) || Object.keys(query).length === 0) return;
  if (await postpone(payment, new Date(), { cameBack: { attempt, query, isRead: false } })) return;
  const latest = await payments.findOne({ _id: payment._id });
  const isSame = latest?.status === payment.status && latest.attempts.length === payment.attempts.length;
  if (isSame) await keepQuery(latest, whole);
}
