import { config } from '../config/index.js';
import type { CardResult } from '../src/connectors/card.js';
import { NotDecided } from '../src/connectors/connector.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { countDecline } from '../src/methods/card/velocity.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { answered } from '../src/payments/attempts.js';
import { closeCard } from '../src/payments/close-key.js';
import { isTakenOn, queryRead, toldOf, unreadQuery } from '../src/payments/news.js';
import { forLookUp, isNewsOverdue } from '../src/payments/not-told.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import type { Changes } from '../src/payments/transition.js';
import { isHeld } from '../src/payments/under-review.js';
import { inSeconds, milliseconds, waitFrom } from '../src/time.js';
import { askOrClose, changesFor, changesForOther } from './card-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

const isOver = ({ threeDs }: PaymentRecord) => (threeDs?.expiresAt?.getTime() ?? 0) <= Date.now();

/** The next poll, on the pace of THREE_DS_POLL_WAITS, but never past the end of the customer's time. */
function pollLater(payment: PaymentRecord, changes: Changes = {}): Decision {
  const threeDs = payment.threeDs ?? { policy: 'required', pollCount: 0 };
  const pollCount = threeDs.pollCount + 1;
  const later = inSeconds(waitFrom(config.threeDs.pollWaits, pollCount)).getTime();
  const end = isOver(payment) ? later : (threeDs.expiresAt?.getTime() ?? later);
  return { waitUntil: new Date(Math.min(later, end)), changes: { ...changes, threeDs: { ...threeDs, pollCount } } };
}

/** After as long again as the customer had: a gateway that keeps a fault under a key would give it for ever. */
const isGivenUp = ({ threeDs }: PaymentRecord) =>
  (threeDs?.expiresAt?.getTime() ?? 0) + milliseconds(config.threeDs.expiry) <= Date.now();

/** Once the customer's time is over, the gateway must not charge any more, unless it already has, which a person judges. */
async function ask(payment: PaymentRecord): Promise<CardResult> {
  const isToBeRead = unreadQuery(payment) !== undefined && !isGivenUp(payment);
  const isToBeTold = isTakenOn(payment) && !isNewsOverdue(payment);
  const isKnown = toldOf(payment) !== undefined || isToBeRead || isToBeTold;
  return isOver(payment) && !isKnown && !isHeld(payment) ? closeCard(payment) : askOrClose(payment);
}

async function decideBy(payment: PaymentRecord, result: CardResult): Promise<Decision> {
  if (result.outcome === 'authorized')
    return isAsAsked(payment, result)
      ? { event: 'challenge_passed', changes: changesFor(payment, result) }
      : pollLater(payment, changesForOther(payment, result));
  if (result.outcome === 'challenge' || isHeld(payment)) return pollLater(payment);
  if (result.outcome === 'not_charged')
    return {
      event: 'timed_out',
      changes: { reason: 'authentication_timeout', attempts: answered(payment, { outcome: 'timed_out' }) },
    };
  await countDecline(payment, result);
  return { event: 'challenge_failed', changes: changesFor(payment, result) };
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  try {
    const decision = await decideBy(payment, await ask(payment));
    return { ...decision, changes: { ...queryRead(payment), ...decision.changes } };
  } catch (error) {
    noteNoResponse(error, aboutPayment(payment));
    const isRead = error instanceof NotDecided && queryRead(payment, error);
    return pollLater(payment, { ...isRead, ...forLookUp(payment) }); // an unknown outcome never times a payment out
  }
}

export const threeDsResolution = paymentStep('three-ds-resolution', decide, ({ status }) => ({ status }));
