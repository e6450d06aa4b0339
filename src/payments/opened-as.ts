import type { AsyncPaymentWait } from './async-payment-wait.js';

/**
 * What an answer has given the customer of an order to pay with, or that of a debit; undefined until one has. Where a further
 * kind of order is missing here, it counts as one that nobody saw opened, and is closed.
 */
export const openedAs = ({
  upi,
  wallet,
  mandate,
}: AsyncPaymentWait): { reference?: string; returnSignature?: string } | undefined =>
  upi ?? wallet ?? (mandate?.debit ? { reference: mandate.debit } : undefined);
