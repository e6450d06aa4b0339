import { config } from '../../config/index.js';
import type { PaymentJobName } from '../jobs/catalogue.js';
import { expectEnding } from './endings.js';
import { payments, type PaymentRecord } from './payment.model.js';
import { isKnown, stateOf } from './states.js';
import { postpone } from './transition.js';

/** Wakes at once the job that a payment waits for. @returns false when somebody else changed the payment first */
const hurry = (payment: PaymentRecord): Promise<boolean> => postpone(payment, new Date());

/**
 * After news from a gateway: has the payment's own job ask at once. A look that was under way may have missed the news,
 * so when that look changes the payment first, the job is woken once more.
 */
export async function hurryUp(payment: PaymentRecord): Promise<void> {
  let latest: PaymentRecord | null = isKnown(payment.status) ? payment : null;
  while (latest?.next && latest.status === payment.status && !(await hurry(latest)))
    latest = await payments.findOne({ _id: payment._id });
}

/**
 * How often the job of a waiting payment has asked. A challenged hosted payment may still hold an earlier local order.
 */
const looksOf = ({ status, local, threeDs }: PaymentRecord): number =>
  (status === 'challenged' ? threeDs : local)?.looks ?? 0;

const hasMoved = (before: PaymentRecord, after: PaymentRecord): boolean =>
  after.status !== before.status || looksOf(after) > looksOf(before);

/** Whether somebody has woken the job since a request read its payment, and so after the news that it came with. */
const isWoken = (asked: PaymentRecord, { gen, next }: PaymentRecord): boolean =>
  gen > asked.gen && !!next && next.at.getTime() <= Date.now();

const isStill = async ({ _id, gen }: PaymentRecord): Promise<boolean> =>
  (await payments.findOne({ _id, gen }, { projection: { _id: 1 } })) !== null;

/** Waits until the job has run, which is woken for it unless it is already. Somebody else may wake it once more. */
async function askOnce(latest: PaymentRecord, job: PaymentJobName, seconds: number, woken: boolean) {
  const ending = expectEnding(job, { id: latest._id, gen: woken ? latest.gen : latest.gen + 1 });
  try {
    if (await (woken ? isStill : hurry)(latest)) await ending.within(seconds);
  } finally {
    ending.forget();
  }
  return (await payments.findOne({ _id: latest._id })) ?? latest;
}

/**
 * Wakes the job that a payment waits for and waits, CARD_ANSWER_WAIT seconds at most, until it has asked the gateway.
 * Who finds that another request has woken it meanwhile waits for that look: to wake it once more would overtake it, the
 * other would do the same, and neither would ever hear a gateway that takes its time.
 * @returns the payment as MongoDB then holds it
 */
export async function askNow(payment: PaymentRecord): Promise<PaymentRecord> {
  const { job } = stateOf(payment.status);
  if (!job) return payment;
  const deadline = performance.now() + config.card.answerWait * 1000;
  let latest = payment;
  do latest = await askOnce(latest, job, (deadline - performance.now()) / 1000, isWoken(payment, latest));
  while (!hasMoved(payment, latest) && performance.now() < deadline);
  return latest;
}
