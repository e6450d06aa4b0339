import { config } from '../config/index.js';
import { noteSilence } from '../src/connectors/silence.js';
import { countDecline } from '../src/methods/card/velocity.js';
import { inSeconds } from '../src/jobs/obligation.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { askOrClose, changesFor, noteMismatch } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';
import { waitFrom } from './waits.js';

function askAgain(payment: PaymentRecord): Decision {
  const questions = payment.questions + 1;
  return { waitUntil: inSeconds(waitFrom(config.reconcileWaits, questions)), changes: { questions } };
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  try {
    const result = await askOrClose(payment);
    const changes = changesFor(payment, result);
    if (result.outcome === 'challenge') return { event: 'challenge_required', changes };
    if (result.outcome !== 'authorized') {
      await countDecline(payment, result);
      return { event: 'declined', changes };
    }
    return noteMismatch(payment, result) ? askAgain(payment) : { event: 'authorized', changes };
  } catch (error) {
    noteSilence(error, { ...aboutPayment(payment), question: payment.questions });
    return askAgain(payment);
  }
}

export const reconciliation = paymentStep('reconciliation', decide);
