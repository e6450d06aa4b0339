import { isoOrNull } from '../time.js';
import { toMajorAsNamed } from '../money/amounts.js';
import type { Dispute } from '../payments/dispute.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { presentPayment } from '../payments/present-payment.js';

/** What the merchant may know of a dispute. */
export const presentDispute = ({ id, amount, currency, reason, openedAt, respondBy, state }: Dispute) => ({
  id,
  amount: toMajorAsNamed(amount, currency),
  currency,
  reason,
  opened_at: openedAt.toISOString(),
  respond_by: isoOrNull(respondBy ?? undefined),
  state,
});

/** The `data` of a notification of a dispute: the payment as its status is, and the dispute. */
export const presentDisputed = (payment: PaymentRecord, dispute: Dispute) => ({
  ...presentPayment(payment),
  dispute: presentDispute(dispute),
});
