import { noteNoResponse } from '../connectors/no-response.js';
import { aboutPayment } from '../payments/about-payment.js';
import { closeCard, Overtaken } from '../payments/close-key.js';
import { pollNow } from '../payments/poll-now.js';
import { answered, aboutAttempt } from '../payments/attempts.js';
import { isWorkedOn } from '../payments/news.js';
import { awaitsMoney } from '../payments/states.js';
import { transition } from '../payments/transition.js';
import { isUnderReview } from '../payments/under-review.js';
import { connectorOf } from '../payments/connector-of.js';
import {
  afterAttempt,
  attemptsLeft,
  endOfCheckout,
  endOfOrder,
  type EventWithChanges,
} from '../payments/after-attempt.js';
import { reload, type HostedPayment } from '../payments/hosted-payment.js';
import { mayChange } from './may-change.js';

/** Whether the customer is on somebody else's page or in an app. */
const isOffSite = ({ status }: HostedPayment): boolean => status === 'challenged' || awaitsMoney(status);

/** What abandoning an order means; null when it is paid, or may be. */
async function orderAbandoned(payment: HostedPayment, forGood: boolean): Promise<EventWithChanges | null> {
  const reason = 'cancelled_by_customer';
  const { outcome } = await connectorOf(payment, 'orders').cancelOrder(aboutAttempt(payment));
  if (outcome !== 'cancelled') return null;
  const attempts = answered(payment, { outcome: 'cancelled' });
  const back = afterAttempt(payment, { event: 'cancelled', changes: { reason, attempts } });
  if (!forGood || back.event !== 'attempt_failed') return back;
  return endOfOrder(attempts, reason);
}

/** What abandoning it means; null when nothing changes, since money may be moving or there is nothing to go back to. */
async function abandonment(payment: HostedPayment, forGood: boolean): Promise<EventWithChanges | null> {
  if (isUnderReview(payment)) return null;
  if (!forGood && !mayChange(payment)) return null; // it would end the payment, or leave an order behind that can be paid
  switch (payment.status) {
    case 'checkout_open':
      return forGood ? endOfCheckout(payment, 'cancelled', 'cancelled_by_customer') : null;
    case 'challenged': {
      if (isWorkedOn(payment)) return null;
      const { outcome } = await closeCard(payment);
      if (outcome !== 'not_charged') return null; // the bank was faster: its answer holds
      const attempts = answered(payment, { outcome: 'cancelled_challenge' });
      const failed = { event: 'challenge_failed', changes: { reason: 'authentication_cancelled', attempts } } as const;
      return forGood ? failed : afterAttempt(payment, failed);
    }
    default:
      return awaitsMoney(payment.status) ? orderAbandoned(payment, forGood) : null;
  }
}

/**
 * Does it again after the payment's own job has looked meanwhile: what was closed stays closed, and the customer's word
 * must not be lost. It is no word about a later attempt, which they have begun in another tab since.
 */
async function abandonAgain(payment: HostedPayment, forGood: boolean): Promise<HostedPayment> {
  const latest = await reload(payment);
  return attemptsLeft(latest) < attemptsLeft(payment) ? latest : abandon(latest, forGood);
}

/** Asks the gateway to close what is open, and ends the payment (`forGood`) or only the attempt. */
async function abandon(payment: HostedPayment, forGood: boolean): Promise<HostedPayment> {
  try {
    const abandoned = await abandonment(payment, forGood);
    if (abandoned) {
      const after = await transition(payment, abandoned.event, abandoned.changes, 'customer');
      if (!after) return await abandonAgain(payment, forGood);
    } else if (isOffSite(payment)) await pollNow(payment);
  } catch (error) {
    if (error instanceof Overtaken) return await abandonAgain(payment, forGood);
    noteNoResponse(error, aboutPayment(payment)); // it goes on as it was
  }
  return reload(payment);
}

/** The customer cancels the payment. */
export const cancelCheckout = (payment: HostedPayment): Promise<HostedPayment> => abandon(payment, true);

/** The customer leaves a UPI app or a wallet for another way to pay. */
export const changeMethod = (payment: HostedPayment): Promise<HostedPayment> => abandon(payment, false);
