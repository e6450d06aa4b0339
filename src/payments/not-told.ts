import { config } from '../../config/index.js';
import { currentAttempt } from './attempts.js';
import { isOnlyTold, nameAtGateway } from './connector-of.js';
import { forReview } from './for-review.js';
import type { PaymentRecord } from './payment.model.js';
import { isFinal, nextStatus, type PaymentEvent } from './states.js';
import type { Changes } from './transition.js';
import { isAskedOfPerson, openMoney } from './under-review.js';

/**
 * Until when nothing need be said of a payment. Banks may take their time over a debit that the gateway has named, until one
 * has sent it back: then it was paid before, and the news of that is missing.
 */
function newsDueAt(payment: PaymentRecord): number {
  const { local, disputes = [], toldDisputes = [] } = payment;
  const isSentBack = disputes.length > 0 || toldDisputes.length > 0;
  if (local?.mandate?.debit && !isSentBack) return local.expiresAt.getTime();
  return currentAttempt(payment).startedAt.getTime() + config.newsOverdue * 1000;
}

/** Whether a gateway that only tells has had its time to. */
export const isNewsOverdue = (payment: PaymentRecord): boolean => newsDueAt(payment) <= Date.now();

/**
 * Puts a payment of which a gateway that cannot be asked has told nothing that ends it before an operator, who looks it up
 * there. That alone ends nothing: the payment waits on, and whatever the gateway tells meanwhile counts.
 * @returns what it changes; nothing before its time, at any other gateway, or when a person has looked at it already
 */
export function forLookUp(payment: PaymentRecord): Changes {
  if (payment.review || isFinal(payment.status) || !isOnlyTold(payment) || !isNewsOverdue(payment)) return {};
  const { currency } = payment.amounts;
  const reference = nameAtGateway(payment, currentAttempt(payment).key);
  return forReview('not_told', { amount: 0, currency, reference });
}

/**
 * The gateway has told at last, so that no person need find out any more; or the right money is there, so that none need
 * judge any other. @param event by which it ends
 */
export function answeredByNews(payment: PaymentRecord, event: PaymentEvent): Changes {
  const review = openMoney(payment);
  const isPaid = nextStatus(payment.status, event) === 'succeeded';
  if (!review || !(isPaid || isAskedOfPerson(payment))) return {};
  const decision = isPaid ? 'accept' : 'reject';
  return { review: { ...review, decision, decidedAt: new Date(), note: 'The gateway has told of the payment' } };
}
