import { config } from '../config/index.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { countDecline } from '../src/methods/card/velocity.js';
import { inSeconds } from '../src/jobs/obligation.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { forLookUp } from '../src/payments/not-told.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { askOrVoid, changesFor, noteMismatch } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';
import { waitFrom } from './waits.js';

function pollLater(payment: PaymentRecord): Decision & { waitUntil: Date } {
  const inquiryCount = payment.inquiryCount + 1;
  return { waitUntil: inSeconds(waitFrom(config.reconcileWaits, inquiryCount)), changes: { inquiryCount } };
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  try {
    const result = await askOrVoid(payment);
    const changes = changesFor(payment, result);
    if (result.outcome === 'challenge') return { event: 'challenge_required', changes };
    if (result.outcome !== 'authorized') {
      await countDecline(payment, result);
      return { event: 'declined', changes };
    }
    return noteMismatch(payment, result) ? pollLater(payment) : { event: 'authorized', changes };
  } catch (error) {
    noteNoResponse(error, { ...aboutPayment(payment), inquiry: payment.inquiryCount });
    const { waitUntil, changes } = pollLater(payment);
    return { waitUntil, changes: { ...changes, ...forLookUp(payment) } };
  }
}

export const statusInquiry = paymentStep('status-inquiry', decide);
