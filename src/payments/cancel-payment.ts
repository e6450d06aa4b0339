import { orUnavailable } from '../connectors/no-response.js';
import { paymentFinal, paymentInProgress, proofUnderReview } from '../errors.js';
import type { ApiRequest } from '../api/api-route.js';
import { connectorOf } from './connector-of.js';
import { endOfCheckout, endOfOrder, type EventWithChanges } from './after-attempt.js';
import { expedite } from './poll-now.js';
import { answered, aboutAttempt } from './attempts.js';
import { findPaymentToChange } from './find-payment.js';
import type { PaymentRecord } from './payment.model.js';
import { isFinal, publicStatus, stateOf } from './states.js';
import { transition } from './transition.js';

/**
 * Closes the order at the gateway, so that nobody pays it any more. @throws {ApiError} payment_in_progress,
 * gateway_unavailable
 */
async function closeOrder(payment: PaymentRecord): Promise<void> {
  const connector = connectorOf(payment, 'orders');
  const about = aboutAttempt(payment);
  const found = await orUnavailable(connector.fetchOrder(about));
  const isUnsure = found.outcome === 'agreed' && found.perhaps === true;
  const isUnpaid = found.outcome === 'waiting' || found.outcome === 'cancelled' || isUnsure;
  // A customer may begin to pay between the two: closing has the last word.
  if (isUnpaid && (await orUnavailable(connector.cancelOrder(about))).outcome === 'cancelled') return;
  await expedite(payment);
  throw paymentInProgress();
}

/** @throws {ApiError} payment_final, proof_under_review, payment_in_progress */
function requireCancellable({ status, proof, review }: PaymentRecord): void {
  if (isFinal(status)) throw paymentFinal();
  if (proof?.status === 'pending') throw proofUnderReview();
  if (review || !stateOf(status).on.cancelled) throw paymentInProgress();
}

async function ending(payment: PaymentRecord): Promise<EventWithChanges> {
  if (payment.status === 'checkout_open') return endOfCheckout(payment, 'cancelled', 'cancelled_by_merchant');
  await closeOrder(payment);
  return endOfOrder(answered(payment, { outcome: 'cancelled' }), 'cancelled_by_merchant');
}

/** POST /h2h/cancel: ends a payment that nobody has started to pay. */
export async function cancelPayment(request: ApiRequest): Promise<object> {
  const payment = await findPaymentToChange(request);
  requireCancellable(payment);
  const { event, changes } = await ending(payment);
  const after = await transition(payment, event, changes, 'merchant');
  if (!after) return cancelPayment(request); // it has moved meanwhile: look again
  const { _id: trx, status, reason } = after;
  return { status: 'success', trx, payment_status: publicStatus(status), reason };
}
