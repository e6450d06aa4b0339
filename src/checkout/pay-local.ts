import { config } from '../../config/index.js';
import { ConnectorError, type LocalConnector } from '../connectors/connector.js';
import { noteSilence } from '../connectors/silence.js';
import { termsOf, type OpenOrder } from '../methods/local/begin-local.js';
import { inSeconds } from '../obligation.js';
import { aboutPayment } from '../payments/about-payment.js';
import { askNow } from '../payments/ask-now.js';
import { gatewayCall } from '../payments/attempts.js';
import type { LocalWait } from '../payments/payment.model.js';
import { postpone, transition } from '../payments/transition.js';
import { localConnectorOf } from '../routing/connector-of.js';
import { choose } from './choose.js';
import { reload, type HostedPayment } from './hosted-payment.js';
import { notOpened } from './try-again.js';

/** Keeps what the customer pays by. News of the gateway may have come meanwhile, so it is tried on the latest state. */
async function keep(payment: HostedPayment, opened: Partial<LocalWait>, connector: LocalConnector): Promise<void> {
  const latest = await reload(payment);
  const isGone = latest.status !== payment.status || latest.attempts.length !== payment.attempts.length;
  if (isGone || !latest.local) return;
  const local = { ...latest.local, ...opened };
  const firstLook = Math.min(inSeconds(connector.pace.firstAfter).getTime(), local.expiresAt.getTime());
  if (!(await postpone(latest, new Date(firstLook), { local }))) await keep(payment, opened, connector);
}

/** The gateway did not answer: its order is closed, whether it got there or not, so that a new attempt is safe. */
export async function withdraw(payment: HostedPayment, connector: LocalConnector): Promise<void> {
  try {
    const { outcome } = await connector.closeLocal(...gatewayCall(payment));
    if (outcome !== 'cancelled') return void (await askNow(payment));
    const { event, changes } = notOpened(payment);
    await transition(payment, event, changes, 'web');
  } catch (error) {
    noteSilence(error, aboutPayment(payment)); // the job closes it later
  }
}

/**
 * Opens an order for UPI or a wallet as a new attempt: the attempt and its key are stored first, then the gateway is
 * asked, then what the customer pays by is stored.
 */
export async function payLocally(
  payment: HostedPayment,
  method: 'upi' | 'wallet',
  open: OpenOrder,
): Promise<HostedPayment> {
  const chosen = choose(payment, method);
  if (!chosen) return payment;
  const expiresAt = inSeconds(method === 'upi' ? config.upi.expiry : config.walletExpiry);
  const local: LocalWait = { expiresAt, looks: 0, lateMoney: payment.checkout.lateMoney };
  const event = method === 'upi' ? 'upi_chosen' : 'wallet_chosen';
  const after = await transition(payment, event, { ...chosen, local }, 'customer');
  if (!after) return reload(payment); // another tab was faster
  const waiting = { ...payment, ...after };
  const connector = localConnectorOf(waiting);
  try {
    await keep(waiting, await open(connector, termsOf(waiting, connector, expiresAt), waiting), connector);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    await withdraw(waiting, connector);
  }
  return reload(waiting);
}
