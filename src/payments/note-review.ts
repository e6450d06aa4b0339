import { logger } from '../telemetry/logger.js';
import { aboutPayment } from './about-payment.js';
import type { PaymentRecord } from './payment.model.js';

/** Logs for a person what has just been stored to be judged by one. @param before the payment as it was until then */
export function noteReview(before: PaymentRecord, { review }: Partial<Pick<PaymentRecord, 'review'>>): void {
  const isNew = review?.openedAt.getTime() !== before.review?.openedAt.getTime();
  if (!review || review.decidedAt || !isNew) return;
  const { kind, reference, amount } = review;
  const came = kind === 'not_told' ? {} : { came: amount };
  logger.error('review.opened', { ...aboutPayment(before), kind, reference, ...came, asked: before.amounts.gross });
}
