import type { MoneyReview, PaymentRecord } from './payment.model.js';

/** Money that a person must judge still; undefined when there is none. */
export const openMoney = ({ review }: Pick<PaymentRecord, 'review'>): MoneyReview | undefined =>
  review?.decidedAt ? undefined : review;

/** Whether a payment waits for a person now: somebody looks at a proof, or at money that is not as it was asked for. */
export const isUnderReview = (payment: Pick<PaymentRecord, 'proof' | 'review'>): boolean =>
  payment.proof?.status === 'pending' || openMoney(payment) !== undefined;
