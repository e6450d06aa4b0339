import type { PaymentRecord } from '../../payments/payment.model.js';

/** What the card jobs return once MongoDB holds it: enough to answer a merchant without asking the database again. */
export type CardAnswer = Pick<PaymentRecord, 'status' | 'reason' | 'threeDs'>;

export const cardAnswer = ({ status, reason, threeDs }: PaymentRecord): CardAnswer => ({
  status,
  reason,
  ...(threeDs && { threeDs }),
});
