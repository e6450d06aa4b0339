import { config } from '../../config/index.js';
import { endingsOf } from '../queue.js';
import { payments, type PaymentRecord } from './payment.model.js';
import { STATES } from './states.js';
import { postpone } from './transition.js';

/** Wakes the job that a payment waits for at once: news came, which is a hint that the gateway will confirm. */
export const hurry = (payment: PaymentRecord): Promise<boolean> => postpone(payment, new Date());

/**
 * Wakes the job and waits, CARD_ANSWER_WAIT seconds at most, until it has asked the gateway.
 * @returns the payment as MongoDB then holds it
 */
export async function askNow(payment: PaymentRecord): Promise<PaymentRecord> {
  const { job } = STATES[payment.status];
  if (!job) return payment;
  const ending = endingsOf(job).expect({ id: payment._id, gen: payment.gen + 1 });
  try {
    if (await hurry(payment)) await ending.within(config.card.answerWait);
  } finally {
    ending.forget();
  }
  return (await payments.findOne({ _id: payment._id })) ?? payment;
}
