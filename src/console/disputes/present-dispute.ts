import { presentDispute } from '../../disputes/present-dispute.js';
import type { Dispute } from '../../payments/dispute.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { isoOrNull } from '../../time.js';

/** A dispute with all that there is to know about it. */
export const presentInFull = (payment: PaymentRecord, dispute: Dispute) => ({
  ...presentDispute(dispute),
  closed_at: isoOrNull(dispute.closedAt),
  trx: payment._id,
  identifier: payment.identifier,
  merchant_id: payment.merchantId,
  account: payment.account,
  test: payment.mode === 'test',
});
