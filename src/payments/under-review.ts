import type { PaymentRecord } from './payment.model.js';

/** Whether a payment waits for a person now: somebody looks at a proof, or at money that is not as it was asked for. */
export const isUnderReview = ({ proof, review }: Pick<PaymentRecord, 'proof' | 'review'>): boolean =>
  proof?.status === 'pending' || (review !== undefined && !review.decidedAt);
