import { config } from '../config/index.js';
import type { CardResult } from '../src/connectors/card.js';
import { NotDecided } from '../src/connectors/connector.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { countDecline } from '../src/methods/card/velocity.js';
import { inSeconds } from '../src/jobs/obligation.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { answered } from '../src/payments/attempts.js';
import { closeCard } from '../src/payments/close-key.js';
import { queryRead, toldOf, unreadQuery } from '../src/payments/news.js';
import { forLookUp } from '../src/payments/not-told.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { askCard, changesFor, noteMismatch } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';
import { waitFrom } from './waits.js';

const isOver = ({ threeDs }: PaymentRecord) => (threeDs?.expiresAt?.getTime() ?? 0) <= Date.now();

/** The next poll, on the pace of THREE_DS_POLL_WAITS, but never past the end of the customer's time. */
function pollLater(payment: PaymentRecord): Decision & { waitUntil: Date } {
  const threeDs = payment.threeDs ?? { policy: 'required', pollCount: 0 };
  const pollCount = threeDs.pollCount + 1;
  const later = inSeconds(waitFrom(config.threeDs.pollWaits, pollCount)).getTime();
  const end = isOver(payment) ? later : (threeDs.expiresAt?.getTime() ?? later);
  return { waitUntil: new Date(Math.min(later, end)), changes: { threeDs: { ...threeDs, pollCount } } };
}

/** Once the customer's time is over, the gateway must not charge any more, unless it already has. */
async function ask(payment: PaymentRecord): Promise<CardResult> {
  const isKnown = toldOf(payment) !== undefined || unreadQuery(payment) !== undefined;
  return isOver(payment) && !isKnown ? closeCard(payment) : askCard(payment);
}

async function decideBy(payment: PaymentRecord, result: CardResult): Promise<Decision> {
  switch (result.outcome) {
    case 'challenge':
      return pollLater(payment);
    case 'authorized':
      return noteMismatch(payment, result)
        ? pollLater(payment)
        : { event: 'challenge_passed', changes: changesFor(payment, result) };
    case 'declined':
      await countDecline(payment, result);
      return { event: 'challenge_failed', changes: changesFor(payment, result) };
    case 'not_charged':
      return {
        event: 'timed_out',
        changes: { reason: 'authentication_timeout', attempts: answered(payment, { outcome: 'timed_out' }) },
      };
  }
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  try {
    const decision = await decideBy(payment, await ask(payment));
    return { ...decision, changes: { ...queryRead(payment), ...decision.changes } };
  } catch (error) {
    noteNoResponse(error, aboutPayment(payment));
    const { waitUntil, changes } = pollLater(payment); // an unknown outcome never times a payment out
    const isRead = error instanceof NotDecided && queryRead(payment);
    return { waitUntil, changes: { ...isRead, ...changes, ...forLookUp(payment) } };
  }
}

export const threeDsResolution = paymentStep('three-ds-resolution', decide, ({ status }) => ({ status }));
