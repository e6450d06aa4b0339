import { isClosed } from '../src/connectors/orders.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { answered } from '../src/payments/attempts.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { askOrNull, confirmation, waitOf } from './async-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/**
 * Closes an order whose opening nobody saw the end of: the call must be over, and its process has died. The merchant was
 * told nothing to pay by, so without money there is no payment. What is still open then is late-confirmation's.
 *
 * A process that was only held up may come back at any moment. So the first look takes the payment out of its hands, by
 * a new version, and the second closes the order: what a merchant is told to pay by is never closed here.
 */
export async function decide(payment: PaymentRecord): Promise<Decision> {
  const wait = waitOf(payment);
  if (wait.pollCount === 0) return { waitUntil: new Date(), changes: { local: { ...wait, pollCount: 1 } } };
  const result = await askOrNull(payment);
  if (result?.outcome === 'paid' && isAsAsked(payment, result))
    return { event: 'confirmed', changes: confirmation(payment, result) };
  const outcome = result && isClosed(result) ? 'cancelled' : 'no_answer';
  return { event: 'not_opened', changes: { attempts: answered(payment, { outcome }) } };
}

export const orderOpening = paymentStep('order-opening', decide);
