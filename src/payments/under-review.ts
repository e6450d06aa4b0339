import type { PaymentRecord } from './payment.model.js';
import { MONEY_KINDS, type MoneyReview } from './payment-parts.js';

/** The money that a person still has to judge; undefined when there is none. */
export const openMoney = ({ review }: Pick<PaymentRecord, 'review'>): MoneyReview | undefined =>
  review?.decidedAt ? undefined : review;

/** Payments with such money, as a filter. By its kinds, too: by $exists alone DocumentDB reads all of them (ADR 12). */
export const hasOpenMoney = {
  'review.kind': { $exists: true, $in: MONEY_KINDS },
  'review.decidedAt': { $exists: false },
};

/** Whether a person is to find out what a gateway has not told. Its own word ends that as well. */
export const isAskedOfPerson = (payment: Pick<PaymentRecord, 'review'>): boolean =>
  openMoney(payment)?.kind === 'not_told';

/** Whether a person judges, or has judged, money that came and was not as asked for: it comes before one only once. */
export const isJudged = (payment: Pick<PaymentRecord, 'review'>): boolean =>
  payment.review !== undefined && !isAskedOfPerson(payment);

/** Whether a payment waits for a person now, who judges a proof or money that is not as asked for. */
export const isUnderReview = (payment: Pick<PaymentRecord, 'proof' | 'review'>): boolean =>
  payment.proof?.status === 'pending' || openMoney(payment) !== undefined;

/** While a proof, or money that came, is under review, only the decision or the right money itself ends the payment. */
export const isHeld = (payment: Pick<PaymentRecord, 'proof' | 'review'>): boolean =>
  isUnderReview(payment) && !isAskedOfPerson(payment);
