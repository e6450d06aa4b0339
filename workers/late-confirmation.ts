import { config } from '../config/index.js';
import { inSeconds } from '../src/obligation.js';
import type { PaymentRecord } from '../src/payments/payment.model.js';
import { askOrNull, confirmation, forReview, isAsAsked, waitOf, type Paid } from './local-outcome.js';
import { paymentStep, type Decision } from './payment-step.js';
import { waitFrom } from './waits.js';

/** When the payment ended first: late money is asked for from then on. */
const endedAt = ({ history }: PaymentRecord): Date =>
  history.find(({ to }) => to === 'failed' || to === 'cancelled')?.at ?? new Date(0);

/** Ever more rarely, until the window closes. */
function askLater(payment: PaymentRecord, changes: Decision['changes'] = {}): Decision {
  const local = waitOf(payment);
  const looks = local.looks + 1;
  const at = inSeconds(waitFrom(config.lateMoney.waits, looks));
  const end = endedAt(payment).getTime() + config.lateMoney.window * 1000;
  return { waitUntil: at.getTime() > end ? null : at, changes: { ...changes, local: { ...local, looks } } };
}

function late(payment: PaymentRecord, paid: Paid): Decision {
  if (payment.review) return askLater(payment); // before an operator, or decided already
  if (!isAsAsked(payment, paid)) return askLater(payment, forReview(payment, 'amount_mismatch', paid));
  if (waitOf(payment).lateMoney === 'review') return askLater(payment, forReview(payment, 'late_money', paid));
  return {
    event: 'confirmed',
    changes: { ...confirmation(payment, paid), reason: 'late_confirmation', lateConfirmation: true },
  };
}

export async function decide(payment: PaymentRecord): Promise<Decision> {
  const result = await askOrNull(payment, false);
  return result?.outcome === 'paid' ? late(payment, result) : askLater(payment);
}

export const lateConfirmation = paymentStep('late-confirmation', decide);
