import { config } from '../../config/index.js';
import type { PaymentJobName } from '../jobs/catalogue.js';
import { isDue } from '../jobs/obligation.js';
import { awaitCompletion } from './completions.js';
import { hasPayment, payments, type PaymentRecord } from './payment.model.js';
import { isKnown, stateOf } from './states.js';
import { postpone } from './transition.js';

/** The job of an order that is being opened closes it, so it is not to look while the call may be under way. */
const mayExpedite = ({ status }: PaymentRecord): boolean => isKnown(status) && status !== 'opening';

/** Makes the job that a payment waits for due at once. @returns false when somebody else changed the payment first */
const expediteOnce = (payment: PaymentRecord): Promise<boolean> => postpone(payment, new Date());

/**
 * After news from a gateway: has the payment's own job ask at once. A poll that was under way may have missed the news,
 * so when that poll changes the payment first, the job is expedited once more. News of a card that is being authorized
 * has overtaken the answer to that very call, which a second one beside it would only hold up.
 */
export async function expedite(payment: PaymentRecord): Promise<void> {
  const isBeingAsked = payment.status === 'authorizing';
  let latest: PaymentRecord | null = mayExpedite(payment) && !isBeingAsked ? payment : null;
  while (latest?.next && latest.status === payment.status && !(await expediteOnce(latest)))
    latest = await payments.findOne({ _id: payment._id });
}

/**
 * How often the job of a waiting payment has asked. A challenged hosted payment may still hold an earlier local order.
 */
const pollCountOf = ({ status, local, threeDs }: PaymentRecord): number =>
  (status === 'challenged' ? threeDs : local)?.pollCount ?? 0;

const hasMoved = (before: PaymentRecord, after: PaymentRecord): boolean =>
  after.status !== before.status || pollCountOf(after) > pollCountOf(before);

/** Whether somebody has expedited the job since a request read its payment, and so after the news that it came with. */
const isExpedited = (asked: PaymentRecord, latest: PaymentRecord): boolean =>
  latest.version > asked.version && isDue(latest);

const isUnchanged = ({ _id, version }: PaymentRecord): Promise<boolean> => hasPayment({ _id, version });

/** Waits until the job has run, which is expedited for it unless it is already. Somebody else may do so once more. */
async function pollOnce(latest: PaymentRecord, job: PaymentJobName, seconds: number, expedited: boolean) {
  const completion = awaitCompletion(job, { id: latest._id, version: expedited ? latest.version : latest.version + 1 });
  try {
    if (await (expedited ? isUnchanged : expediteOnce)(latest)) await completion.within(seconds);
  } finally {
    completion.unsubscribe();
  }
  return (await payments.findOne({ _id: latest._id })) ?? latest;
}

/**
 * Expedites the job that a payment waits for and waits, CARD_ANSWER_WAIT seconds at most, until it has asked the
 * gateway. Who finds that another request has expedited it meanwhile waits for that poll: to do so once more would
 * overtake it, the other would do the same, and neither would ever hear a gateway that takes its time.
 * @returns the payment as MongoDB then holds it
 */
export async function pollNow(payment: PaymentRecord): Promise<PaymentRecord> {
  const { job } = stateOf(payment.status);
  if (!job || !mayExpedite(payment)) return payment;
  const deadline = performance.now() + config.card.answerWait * 1000;
  let latest = payment;
  do latest = await pollOnce(latest, job, (deadline - performance.now()) / 1000, isExpedited(payment, latest));
  while (!hasMoved(payment, latest) && performance.now() < deadline);
  return latest;
}
