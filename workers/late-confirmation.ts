import { config } from '../config/index.js';
import { isClosed } from '../src/connectors/orders.js';
import { isAsAsked } from '../src/payments/as-asked.js';
import { answered } from '../src/payments/attempts.js';
import { forReview } from '../src/payments/for-review.js';
import { openedBy } from '../src/payments/opening.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { isFinal } from '../src/payments/states.js';
import type { Changes } from '../src/payments/transition.js';
import { waitFrom } from '../src/time.js';
import { askOrNull, confirmation, waitOf, type Paid } from './async-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';

/** When the payment ended. From then on the gateway is asked for late money. */
const endedAt = ({ history }: PaymentRecord): Date => history.findLast(({ to }) => isFinal(to))?.at ?? new Date(0);

/** The wait that follows a question so many seconds after the end, however often the gateway was asked before that. */
function waitAfter(seconds: number): number {
  const { waits } = config.lateMoney;
  let asked = 0;
  for (let at = waitFrom(waits, 0); at <= seconds && asked < waits.length; at += waitFrom(waits, asked)) asked++;
  return waitFrom(waits, asked);
}

/**
 * When the gateway is asked next: ever more rarely, and a last time when the window closes. A gateway that does not
 * answer then is asked on, since it may hold somebody's money.
 * @returns null when the window is over and the gateway has answered
 */
export function nextPollAt(payment: PaymentRecord, isAnswered: boolean, now: Date): Date | null {
  const ended = endedAt(payment).getTime();
  const end = ended + config.lateMoney.window * 1000;
  const isOpen = now.getTime() < end;
  if (!isOpen && isAnswered) return null;
  const at = now.getTime() + waitAfter((now.getTime() - ended) / 1000) * 1000;
  return new Date(isOpen ? Math.min(at, end) : at);
}

function pollLater(payment: PaymentRecord, changes: Decision['changes'] = {}, isAnswered = true): Decision {
  const local = waitOf(payment);
  const waitUntil = nextPollAt(payment, isAnswered, new Date());
  return { waitUntil, changes: { ...changes, local: { ...local, pollCount: local.pollCount + 1 } } };
}

/** Money for a person. An order that was abandoned is a payment by it: its merchant may see that it waits. */
const putBefore = (payment: PaymentRecord, changes: Changes): Decision =>
  payment.status === 'abandoned' ? { event: openedBy(payment), changes } : pollLater(payment, changes);

function late(payment: PaymentRecord, paid: Paid): Decision {
  if (payment.review) return pollLater(payment); // before an operator, or decided already
  if (!isAsAsked(payment, paid)) return putBefore(payment, forReview('amount_mismatch', paid));
  if (waitOf(payment).lateMoney === 'review') return putBefore(payment, forReview('late_money', paid));
  return {
    event: 'confirmed',
    changes: { ...confirmation(payment, paid), reason: 'late_confirmation', lateConfirmation: true },
  };
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  const result = await askOrNull(payment);
  if (result?.outcome === 'paid') return late(payment, result);
  // An order that nobody was told of brings nothing once it is closed.
  if (payment.status === 'abandoned' && result && isClosed(result))
    return { waitUntil: null, changes: { attempts: answered(payment, { outcome: 'cancelled' }) } };
  return pollLater(payment, {}, result !== null);
}

export const lateConfirmation = paymentStep('late-confirmation', decide);
