import { orUnavailable } from '../connectors/no-response.js';
import { paymentFinal, paymentInProgress, proofUnderReview } from '../errors.js';
import type { ApiRequest } from '../api/api-route.js';
import { connectorOf } from './connector-of.js';
import { endOfCheckout, endOfOrder, type EventWithChanges } from './after-attempt.js';
import { expedite } from './poll-now.js';
import { answered, aboutAttempt, currentAttempt, withCurrent } from './attempts.js';
import { findPaymentToChange } from './find-payment.js';
import type { PaymentRecord } from './payment.model.js';
import { isFinal, publicStatus, stateOf } from './states.js';
import { postpone, transition } from './transition.js';

/** What a request leaves in the payment that it ends, by which its repetition under the same Idempotency-Key knows it. */
type Asked = Pick<PaymentRecord, 'cancelKey'>;

/** Stores that the merchant asks for the end. @returns null when the payment has moved on meanwhile */
async function noteAsked(payment: PaymentRecord, asked: Asked): Promise<PaymentRecord | null> {
  if (currentAttempt(payment).cancelAsked) return payment;
  const attempts = withCurrent(payment, { cancelAsked: true });
  // A job that has read it before this decides nothing any more: it would take the end for the customer's.
  const isNoted = await postpone(payment, payment.next?.at ?? null, { attempts, ...asked });
  return isNoted ? { ...payment, attempts, ...asked, version: payment.version + 1 } : null;
}

/**
 * Closes the order at the gateway, so that nobody pays it any more.
 * @returns the payment as it is then; null when it has moved on before the order was closed
 * @throws {ApiError} payment_in_progress, gateway_unavailable
 */
async function closeOrder(payment: PaymentRecord, by: Asked): Promise<PaymentRecord | null> {
  const connector = connectorOf(payment, 'orders');
  const about = aboutAttempt(payment);
  const found = await orUnavailable(connector.fetchOrder(about));
  const isUnsure = found.outcome === 'agreed' && found.perhaps === true;
  const isUnpaid = found.outcome === 'waiting' || found.outcome === 'cancelled' || isUnsure;
  // A customer may begin to pay between the two: closing has the last word.
  const asked = isUnpaid ? await noteAsked(payment, by) : payment;
  if (!asked) return null;
  if (isUnpaid && (await orUnavailable(connector.cancelOrder(about))).outcome === 'cancelled') return asked;
  await expedite(asked);
  throw paymentInProgress();
}

/** @throws {ApiError} payment_final, proof_under_review, payment_in_progress */
function requireCancellable({ status, proof, review }: PaymentRecord): void {
  if (isFinal(status)) throw paymentFinal();
  if (proof?.status === 'pending') throw proofUnderReview();
  if (review || !stateOf(status).on.cancelled) throw paymentInProgress();
}

const REASON = 'cancelled_by_merchant';

/** How it ends, and as what it is stored by then; null when it has moved on. */
async function ending(payment: PaymentRecord, by: Asked): Promise<(EventWithChanges & { of: PaymentRecord }) | null> {
  if (payment.status === 'checkout_open') return { ...endOfCheckout(payment, 'cancelled', REASON), of: payment };
  const of = await closeOrder(payment, by);
  return of && { ...endOfOrder(answered(of, { outcome: 'cancelled' }), REASON), of };
}

const answer = ({ _id: trx, status, reason }: PaymentRecord): object => ({
  status: 'success',
  trx,
  payment_status: publicStatus(status),
  reason,
});

/** Whether a payment has ended as its merchant asked: after a decline it has failed, for the reason of that. */
function isCancelled({ status, reason, attempts }: PaymentRecord): boolean {
  const order = attempts.at(-1);
  return reason === REASON || (isFinal(status) && order?.cancelAsked === true && order.outcome === 'cancelled');
}

/** @param isClosed whether this request has closed what was open: the payment's own job may have seen it first */
async function cancelOrLookAgain(request: ApiRequest, isClosed: boolean): Promise<object> {
  const { idempotencyKey } = request;
  const payment = await findPaymentToChange(request);
  const isRepeated = idempotencyKey !== undefined && idempotencyKey === payment.cancelKey;
  if ((isClosed || isRepeated) && isCancelled(payment)) return answer(payment);
  requireCancellable(payment);
  const asked: Asked = idempotencyKey === undefined ? {} : { cancelKey: idempotencyKey };
  const end = await ending(payment, asked);
  const after = end && (await transition(end.of, end.event, { ...end.changes, ...asked }, 'merchant'));
  return after ? answer(after) : cancelOrLookAgain(request, end !== null);
}

/** POST /h2h/cancel: ends a payment that nobody has started to pay. */
export const cancelPayment = (request: ApiRequest): Promise<object> => cancelOrLookAgain(request, false);
