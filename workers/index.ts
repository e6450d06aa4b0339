import type { JobName } from '../src/jobs/catalogue.js';
import type { Processor } from '../src/jobs/queue.js';
import { cardAuthorization } from './card-authorization.js';
import { checkoutExpiry } from './checkout-expiry.js';
import { debitConfirmation } from './debit-confirmation.js';
import { ipnDelivery } from './ipn-delivery.js';
import { lateConfirmation } from './late-confirmation.js';
import { reconciliation } from './reconciliation.js';
import { proofReview } from './proof-review.js';
import { statusInquiry } from './status-inquiry.js';
import { threeDsResolution } from './three-ds-resolution.js';
import { upiConfirmation } from './upi-confirmation.js';
import { walletConfirmation } from './wallet-confirmation.js';

/** Who does what. A job without a worker does not compile. */
export const workers = {
  'card-authorization': cardAuthorization,
  'three-ds-resolution': threeDsResolution,
  'upi-confirmation': upiConfirmation,
  'wallet-confirmation': walletConfirmation,
  'debit-confirmation': debitConfirmation,
  'checkout-expiry': checkoutExpiry,
  'late-confirmation': lateConfirmation,
  'proof-review': proofReview,
  'status-inquiry': statusInquiry,
  reconciliation,
  'ipn-delivery': ipnDelivery,
} satisfies Record<JobName, Processor>;
