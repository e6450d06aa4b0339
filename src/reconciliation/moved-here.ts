import type { About } from '../connectors/about.js';
import type { RefundAbout } from '../connectors/refunds.js';
import type { Filter } from '../database/driver.js';
import { aboutAttempt } from '../payments/attempts.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { aboutCall } from '../refunds/about-refund.js';
import type { Window } from '../time.js';
import type { ComparedPayment } from './classify.js';
import type { DiscrepancyKind } from './discrepancy.model.js';
import type { Found } from './note-discrepancies.js';

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

/** Which payments may have moved something within a window, and what of each did. */
interface MovedHere {
  sought: (window: Window) => Filter<PaymentRecord>;
  movedOf: (payment: ComparedPayment, window: Window) => Ours[];
}

/**
 * All that is compared. Refunds and disputes are sought without an end: servers read an index of many moments a document
 * from one bound alone, or both bounds to their ends, and what is newer is less than all that is older.
 */
export const MOVED_HERE: MovedHere[] = [
  { sought: ({ from, to }) => ({ succeededAt: { $exists: true, $gte: from, $lt: to } }), movedOf: paymentOf }, // ADR 12
  { sought: ({ from }) => ({ 'refunds.succeededAt': { $exists: true, $gte: from } }), movedOf: refundsOf },
  { sought: ({ from }) => ({ 'disputes.lostAt': { $exists: true, $gte: from } }), movedOf: lostDisputesOf },
];
