import type { PaymentRecord } from '../../src/payments/payment.model.js';

/** Whether a payment, or one before it under its identifier, was abandoned. */
export const wasAbandoned = ({ history }: Pick<PaymentRecord, 'history'>): boolean =>
  history.some(({ to }) => to === 'abandoned');

/**
 * The keys of a local payment's orders that nobody was shown how to pay: those that were abandoned, and those whose account
 * gave no answer, so that the next one took the payment. That it may do only once the order is closed: one that never was
 * is not among them.
 */
export function unseenKeysOf(
  payment: Pick<PaymentRecord, 'status' | 'attempts' | 'history'>,
  closedKeys: ReadonlySet<string>,
): string[] {
  const { status, attempts } = payment;
  if (status === 'abandoned') return attempts.map(({ key }) => key);
  return attempts
    .slice(0, -1)
    .filter(({ key, passedOn }) => (passedOn ? closedKeys.has(key) : wasAbandoned(payment)))
    .map(({ key }) => key);
}
