import { config } from '../../config/index.js';
import type { PaymentJobName } from '../jobs.js';
import { expectEnding } from './endings.js';
import { payments, type PaymentRecord } from './payment.model.js';
import { isKnown, stateOf } from './states.js';
import { postpone } from './transition.js';

/** Wakes the job that a payment waits for at once. @returns false when somebody else changed the payment first */
const hurry = (payment: PaymentRecord): Promise<boolean> => postpone(payment, new Date());

/**
 * News came from a gateway: its own job asks at once, whatever it was about to do. A look that was under way may have
 * missed the news, so when it wins we come again after it.
 */
export async function hurryUp(payment: PaymentRecord): Promise<void> {
  let latest: PaymentRecord | null = isKnown(payment.status) ? payment : null;
  while (latest?.next && latest.status === payment.status && !(await hurry(latest)))
    latest = await payments.findOne({ _id: payment._id });
}

/** How often the owner of a waiting payment has asked the gateway. A hosted one may keep an order of an earlier attempt. */
const looksOf = ({ status, local, threeDs }: PaymentRecord): number =>
  (status === 'challenged' ? threeDs : local)?.looks ?? 0;

const hasMoved = (before: PaymentRecord, after: PaymentRecord): boolean =>
  after.status !== before.status || looksOf(after) > looksOf(before);

/** Wakes the job once and waits until it has run; somebody else may have woken it a moment before, under another gen. */
async function askOnce(payment: PaymentRecord, job: PaymentJobName, seconds: number): Promise<PaymentRecord> {
  const ending = expectEnding(job, { id: payment._id, gen: payment.gen + 1 });
  try {
    if (await hurry(payment)) await ending.within(seconds);
  } finally {
    ending.forget();
  }
  return (await payments.findOne({ _id: payment._id })) ?? payment;
}

/**
 * Wakes the job that a payment waits for and waits, CARD_ANSWER_WAIT seconds at most, until it has asked the gateway.
 * @returns the payment as MongoDB then holds it
 */
export async function askNow(payment: PaymentRecord): Promise<PaymentRecord> {
  const { job } = stateOf(payment.status);
  if (!job) return payment;
  const deadline = Date.now() + config.card.answerWait * 1000;
  let latest = payment;
  do latest = await askOnce(latest, job, (deadline - Date.now()) / 1000);
  while (!hasMoved(payment, latest) && Date.now() < deadline);
  return latest;
}
