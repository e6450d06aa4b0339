import { config } from '../config/index.js';
import type { CardResult } from '../src/connectors/card.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { countDecline } from '../src/methods/card/velocity.js';
import { inSeconds, waitFrom } from '../src/time.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { forLookUp } from '../src/payments/not-told.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { isHeld } from '../src/payments/under-review.js';
import type { Changes } from '../src/payments/transition.js';
import { askOrVoid, changesFor, changesForOther } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

function pollLater(payment: PaymentRecord, changes: Changes = {}): Decision {
  const inquiryCount = payment.inquiryCount + 1;
  return { waitUntil: inSeconds(waitFrom(config.reconcileWaits, inquiryCount)), changes: { ...changes, inquiryCount } };
}

async function decideBy(payment: PaymentRecord, result: CardResult): Promise<Decision> {
  const changes = changesFor(payment, result);
  if (result.outcome === 'authorized')
    return isAsAsked(payment, result)
      ? { event: 'authorized', changes }
      : pollLater(payment, changesForOther(payment, result));
  if (isHeld(payment)) return pollLater(payment);
  if (result.outcome === 'challenge') return { event: 'challenge_required', changes };
  await countDecline(payment, result);
  return { event: 'declined', changes };
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  try {
    return await decideBy(payment, await askOrVoid(payment));
  } catch (error) {
    noteNoResponse(error, { ...aboutPayment(payment), inquiry: payment.inquiryCount });
    return pollLater(payment, forLookUp(payment));
  }
}

export const statusInquiry = paymentStep('status-inquiry', decide);
