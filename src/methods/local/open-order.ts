import { ConnectorError, NothingTaken } from '../../connectors/connector.js';
import { noteNoResponse } from '../../connectors/no-response.js';
import { isClosed } from '../../connectors/orders.js';
import { aboutPayment } from '../../payments/about-payment.js';
import { aboutAttempt, currentAttempt } from '../../payments/attempts.js';
import type { AsyncPaymentWait } from '../../payments/async-payment-wait.js';
import { connectorOf, isOnlyTold } from '../../payments/connector-of.js';
import { findNextAccount, leaveOrder, passOn } from '../../payments/next-account.js';
import type { PaymentRecord } from '../../payments/payment.model.js';

/** Asks the gateway of a payment's account for what the customer needs to pay, for its current attempt. */
export type Open<P extends PaymentRecord> = (payment: P) => Promise<Partial<AsyncPaymentWait>>;

/** What came of opening an order. `closed`: it is certain that nobody can pay it. */
type Opened<P> = { payment: P } & ({ wait: Partial<AsyncPaymentWait> } | { wait: null; closed: boolean });

/** Closes an order that may have been opened unseen. @returns whether that is certain */
async function close(payment: PaymentRecord): Promise<boolean> {
  try {
    return isClosed(await connectorOf(payment, 'orders').cancelOrder(aboutAttempt(payment)));
  } catch (error) {
    noteNoResponse(error, aboutPayment(payment));
    return false;
  }
}

/**
 * Closes one so that another account can be asked. First the payment says that it does: the same request may have come
 * once more meanwhile, and must not give its merchant an order that is closed then.
 */
async function leave<P extends PaymentRecord>(payment: P): Promise<Opened<P>> {
  const left = await leaveOrder(payment);
  if (!left) return { payment, wait: null, closed: false }; // somebody else goes on with it
  return { payment: { ...payment, ...left }, wait: null, closed: await close(left) };
}

/**
 * Opens an order at one account. One that may be open unseen is closed when another account could take the payment; a
 * gateway that only tells would not say at once that it is, so that nobody else is asked then.
 */
async function openAt<P extends PaymentRecord>(payment: P, open: Open<P>, isFirstCall: boolean): Promise<Opened<P>> {
  if (currentAttempt(payment).left) return { payment, wait: null, closed: false };
  try {
    return { payment, wait: await open(payment) };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    noteNoResponse(error, aboutPayment(payment));
    if (isFirstCall && error instanceof NothingTaken) return { payment, wait: null, closed: true };
    const mayAskNext = findNextAccount(payment) !== undefined && !isOnlyTold(payment);
    return mayAskNext ? leave(payment) : { payment, wait: null, closed: false };
  }
}

/**
 * Opens the order of a payment that is stored, at one account after the other until one does. Each further one has its
 * attempt stored before it is asked, and only when it is certain that the order before can never be paid.
 * @param isFirstCall whether nobody has called with the key of the current attempt before: else it may be open although
 *   this call takes nothing
 * @returns the payment at the account that was asked last, and what its customer pays with; when none opened it, whether
 *   it is certain that nobody can pay the last order
 */
export async function openInTurn<P extends PaymentRecord>(
  payment: P,
  open: Open<P>,
  isFirstCall = true,
): Promise<Opened<P>> {
  const opened = await openAt(payment, open, isFirstCall);
  if (opened.wait || !opened.closed) return opened;
  const next = findNextAccount(opened.payment);
  const passed = next && (await passOn(opened.payment, next, { outcome: 'not_opened' }));
  return passed ? openInTurn({ ...opened.payment, ...passed }, open) : opened;
}
