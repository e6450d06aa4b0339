import type { CardResult } from '../connectors/card.js';
import { NotDecided } from '../connectors/connector.js';
import type { AsyncPaymentResult } from '../connectors/orders.js';
import { aboutAttempt, currentAttempt } from './attempts.js';
import { connectorOf } from './connector-of.js';
import { keepBeside } from './keep-told.js';
import { storedTold } from './news.js';
import type { PaymentRecord } from './payment.model.js';

/** Whether the customer was sent to a challenge, and has brought nothing back that the gateway could be told. */
function isUnfinished(payment: PaymentRecord): boolean {
  const { no, outcome } = currentAttempt(payment);
  return outcome === 'challenge' && payment.cameBack?.attempt !== no;
}

/**
 * Where closing takes money back it is stored before it is asked for: money that is told of meanwhile may be about to go.
 * @throws {NotDecided} when somebody else has changed the payment
 */
async function noteClosing(payment: PaymentRecord, { closingUndoes }: { closingUndoes?: boolean }): Promise<void> {
  const told = storedTold(payment);
  if (!closingUndoes || told?.closing) return;
  const asked = { ...told, attempt: currentAttempt(payment).no, closing: 'asked' } as const;
  if (!(await keepBeside(payment, asked))) throw new NotDecided('The payment has moved on while it was to be closed');
}

/**
 * Closes an order, so that nobody can pay it from now on.
 * @throws {ConnectorError} when it is not known what has become of it
 */
export async function closeOrder(payment: PaymentRecord): Promise<AsyncPaymentResult> {
  const connector = connectorOf(payment, 'orders');
  await noteClosing(payment, connector.capabilities);
  return connector.cancelOrder(aboutAttempt(payment));
}

/**
 * Closes a card's key, so that it moves no money from now on.
 * @throws {ConnectorError} when it is not known what the key has come to
 */
export async function closeCard(payment: PaymentRecord): Promise<CardResult> {
  const connector = connectorOf(payment, 'card');
  await noteClosing(payment, connector.capabilities);
  return connector.voidCard({ ...aboutAttempt(payment), isUnfinished: isUnfinished(payment) });
}
