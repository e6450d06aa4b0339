import { orUnavailable } from '../connectors/no-response.js';
import { isClosed } from '../connectors/orders.js';
import { duplicateIdentifier, gatewayUnavailable } from '../errors.js';
import { answered, aboutAttempt, newAttempt } from './attempts.js';
import { connectorOf } from './connector-of.js';
import { payments, type PaymentRecord } from './payment.model.js';
import type { Attempt } from './payment-parts.js';
import { expedite } from './poll-now.js';

/** Whether two were asked for under one Idempotency-Key: the answer about the first may have been lost. */
export const isSameRequest = (earlier: PaymentRecord, { idempotencyKey }: PaymentRecord): boolean =>
  idempotencyKey !== undefined && earlier.idempotencyKey === idempotencyKey;

/**
 * The attempts of an abandoned payment, with its order closed: a new one beside an order that may still be paid could
 * charge twice.
 * @throws {ApiError} gateway_unavailable when nobody answers, or the order is not closed yet; duplicate_identifier when it
 *   was paid after all, unless that was the same request, whose payment it is in a moment
 */
async function closedAttempts(abandoned: PaymentRecord, draft: PaymentRecord): Promise<Attempt[]> {
  if (abandoned.review) throw duplicateIdentifier(); // its money is there, and a person looks at it
  if (!abandoned.next) return abandoned.attempts; // closed already
  const result = await orUnavailable(connectorOf(abandoned, 'orders').cancelOrder(aboutAttempt(abandoned)));
  if (isClosed(result)) return answered(abandoned, { outcome: 'cancelled' });
  await expedite(abandoned);
  throw result.outcome === 'paid' && !isSameRequest(abandoned, draft) ? duplicateIdentifier() : gatewayUnavailable();
}

/**
 * Makes a new payment of an abandoned one with the same identifier: the same document, with a new attempt and key.
 * @returns null when somebody else has changed it first
 * @throws {ApiError} as closedAttempts()
 */
export async function takeUp(abandoned: PaymentRecord, draft: PaymentRecord): Promise<PaymentRecord | null> {
  const closed = await closedAttempts(abandoned, draft);
  const payment: PaymentRecord = {
    ...draft,
    attempts: [...closed, ...draft.attempts.map(({ no }) => newAttempt(draft._id, closed.length + no, draft.account))],
    history: [...abandoned.history, ...draft.history.map((step) => ({ ...step, from: abandoned.status }))],
    version: abandoned.version + 1,
  };
  const { matchedCount } = await payments.replaceOne({ _id: abandoned._id, version: abandoned.version }, payment);
  return matchedCount === 1 ? payment : null;
}
