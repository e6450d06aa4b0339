import type { About } from '../connectors/about.js';
import type { RefundAbout } from '../connectors/refunds.js';
import { aboutAttempt } from '../payments/attempts.js';
import { aboutCall } from '../refunds/about-refund.js';
import type { ComparedPayment } from './classify.js';
import type { DiscrepancyKind } from './discrepancy.model.js';
import type { Found } from './note-discrepancies.js';

/** From the first moment on, and before the second. */
export interface Window {
  from: Date;
  to: Date;
}

/** What moved money here: a payment, or a refund or a dispute of it. */
export interface Ours extends Pick<Found, 'refund' | 'dispute'> {
  about: About | RefundAbout;
  /** What it is when the gateway's books do not have it. */
  missing: DiscrepancyKind;
}

const paymentOf = (payment: ComparedPayment): Ours[] => [
  { about: aboutAttempt(payment), missing: 'not_charged_there' },
];

/** A refund that its gateway has taken back has moved there and here, and back again. */
function refundsOf(payment: ComparedPayment, { from, to }: Window): Ours[] {
  return (payment.refunds ?? [])
    .filter(({ status, succeededAt: at }) => at && at >= from && at < to && status === 'succeeded')
    .map((refund) => ({ about: aboutCall(payment, refund), missing: 'refund_not_there', refund }));
}

function lostDisputesOf(payment: ComparedPayment, { from, to }: Window): Ours[] {
  return (payment.disputes ?? [])
    .filter(({ lostAt: at }) => at && at >= from && at < to)
    .map((dispute) => ({
      about: { ...aboutAttempt(payment), key: dispute.id },
      missing: 'dispute_not_there',
      dispute,
    }));
}

/** By the field that tells when it moved: what of a payment moved within a window. */
export const MOVED_HERE = {
  succeededAt: paymentOf,
  'refunds.succeededAt': refundsOf,
  'disputes.lostAt': lostDisputesOf,
} satisfies Record<string, (payment: ComparedPayment, window: Window) => Ours[]>;
