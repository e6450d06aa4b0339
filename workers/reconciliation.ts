import { config } from '../config/index.js';
import type { CardResult } from '../src/connectors/connector.js';
import { noteSilence } from '../src/connectors/silence.js';
import { countDecline } from '../src/methods/card/velocity.js';
import { inSeconds } from '../src/obligation.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { gatewayCall } from '../src/payments/attempts.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { cardConnectorOf } from '../src/routing/connector-of.js';
import { changesFor, noteMismatch } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';
import { waitFrom } from './waits.js';

function askAgain(payment: PaymentRecord): Decision {
  const questions = payment.questions + 1;
  return { waitUntil: inSeconds(waitFrom(config.reconcileWaits, questions)), changes: { questions } };
}

/** Asks what became of the key. A gateway that does not know it may still get our call late, so the key is closed. */
async function ask(payment: PaymentRecord): Promise<CardResult> {
  const connector = cardConnectorOf(payment);
  const call = gatewayCall(payment);
  const result = await connector.fetchCard(...call);
  return result.outcome === 'not_charged' ? connector.closeCard(...call) : result;
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  try {
    const result = await ask(payment);
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
