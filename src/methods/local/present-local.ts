import { isoOrNull } from '../../time.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { publicStatus } from '../../payments/states.js';

/** What both local initiate answers say beside what the customer needs to pay. */
export const presentWait = ({ status, reason, lateConfirmation, local }: PaymentRecord) => ({
  payment_status: publicStatus(status),
  expires_at: isoOrNull(local?.expiresAt),
  reason,
  late_confirmation: lateConfirmation,
});
