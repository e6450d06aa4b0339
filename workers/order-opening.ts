import { isClosed } from '../src/connectors/orders.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { answered } from '../src/payments/attempts.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { askOrNull, confirmation } from './async-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/**
 * Closes an order whose opening nobody saw the end of: the call must be over, and its process has died. The merchant was
 * told nothing to pay by, so without money there is no payment. What is still open then is late-confirmation's.
 */
export async function decide(payment: PaymentRecord): Promise<Decision> {
  const result = await askOrNull(payment);
  if (result?.outcome === 'paid' && isAsAsked(payment, result))
    return { event: 'confirmed', changes: confirmation(payment, result) };
  const outcome = result && isClosed(result) ? 'cancelled' : 'no_answer';
  return { event: 'not_opened', changes: { attempts: answered(payment, { outcome }) } };
}

export const orderOpening = paymentStep('order-opening', decide);
