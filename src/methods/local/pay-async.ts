import type { OrderQueries, Pace } from '../../connectors/orders.js';
import { noteNoResponse } from '../../connectors/no-response.js';
import { openInTurn } from './open-order.js';
import { firstLookAt, termsOf, type AsyncMethod, type OpenOrder } from './begin-local.js';
import { isDue } from '../../jobs/obligation.js';
import { inSeconds } from '../../time.js';
import { aboutPayment } from '../../payments/about-payment.js';
import { pollNow } from '../../payments/poll-now.js';
import { aboutAttempt } from '../../payments/attempts.js';
import type { AsyncPaymentWait, Mandate } from '../../payments/async-payment-wait.js';
import { postpone, transition } from '../../payments/transition.js';
import { connectorOf, isOnlyTold, paceOf } from '../../payments/connector-of.js';
import { notOpened } from '../../payments/after-attempt.js';
import { choose } from '../../payments/choose.js';
import { reload, type HostedPayment } from '../../payments/hosted-payment.js';

/**
 * Stores what the customer pays with, on the latest state, since news from the gateway may have come meanwhile: what that
 * has made due stays so.
 */
async function keep(payment: HostedPayment, opened: Partial<AsyncPaymentWait>, pace: Pace): Promise<void> {
  const latest = await reload(payment);
  const isGone = latest.status !== payment.status || latest.attempts.length !== payment.attempts.length;
  if (isGone || !latest.local) return;
  const local = { ...latest.local, ...opened };
  const at = isDue(latest) ? new Date() : firstLookAt(local, pace);
  if (!(await postpone(latest, at, { local }))) await keep(payment, opened, pace);
}

/** Nobody can pay the order, so that a new attempt is safe. */
async function leadBack(payment: HostedPayment): Promise<void> {
  const { event, changes } = notOpened(payment);
  await transition(payment, event, changes, 'web');
}

/**
 * After a gateway did not answer: closes the order, whether it arrived or not. One that only tells may still tell what
 * has become of it, which closing would take back: its job closes it when nothing comes.
 */
async function withdraw(payment: HostedPayment, connector: OrderQueries): Promise<void> {
  if (isOnlyTold(payment)) return;
  try {
    const { outcome } = await connector.cancelOrder(aboutAttempt(payment));
    if (outcome !== 'cancelled') return void (await pollNow(payment));
    await leadBack(payment);
  } catch (error) {
    noteNoResponse(error, aboutPayment(payment)); // the job closes it later
  }
}

/**
 * Opens an order for UPI, a wallet or a direct debit as a new attempt. First the attempt with its key and mandate is
 * stored, then the gateway is asked, then what the customer pays with is stored.
 * @param mandate for a debit, as the customer has given it
 */
export async function payAsync(
  payment: HostedPayment,
  method: AsyncMethod,
  open: OpenOrder,
  mandate?: Mandate,
): Promise<HostedPayment> {
  const chosen = choose(payment, method.name, method.choice);
  if (!chosen) return payment;
  const expiresAt = inSeconds(method.expiry);
  const { lateMoney } = payment.checkout;
  const local: AsyncPaymentWait = { expiresAt, pollCount: 0, lateMoney, ...(mandate && { mandate }) };
  const after = await transition(payment, method.chosen, { ...chosen, local }, 'customer');
  if (!after) return reload(payment); // another tab was faster
  const chosenAt = { ...payment, ...after };
  const { payment: waiting, ...opened } = await openInTurn(chosenAt, (at) => open(termsOf(at, expiresAt), at));
  if (opened.wait) await keep(waiting, opened.wait, paceOf(waiting));
  else if (opened.closed) await leadBack(waiting);
  else await withdraw(waiting, connectorOf(waiting, 'orders'));
  return reload(waiting);
}
