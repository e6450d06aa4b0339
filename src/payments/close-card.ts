import type { CardResult } from '../connectors/card.js';
import { NotDecided } from '../connectors/connector.js';
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
 * Closes a card's key, so that it moves no money from now on. Where that takes an authorization back it is stored before
 * it is asked for: money that is told of meanwhile may be about to go.
 * @throws {ConnectorError} when it is not known what the key has come to
 */
export async function closeCard(payment: PaymentRecord): Promise<CardResult> {
  const connector = connectorOf(payment, 'card');
  const told = storedTold(payment);
  if (connector.capabilities.closingUndoes && !told?.closing) {
    const asked = { ...told, attempt: currentAttempt(payment).no, closing: 'asked' } as const;
    if (!(await keepBeside(payment, asked))) throw new NotDecided('The payment has moved on while it was to be closed');
  }
  return connector.voidCard({ ...aboutAttempt(payment), isUnfinished: isUnfinished(payment) });
}
