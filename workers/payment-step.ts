import { afterAttempt } from '../src/payments/after-attempt.js';
import { lookUpAccount } from '../src/gateways/accounts.js';
import type { PaymentJobName, JobPayload } from '../src/jobs/catalogue.js';
import { logger } from '../src/telemetry/logger.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { currentAttempt } from '../src/payments/attempts.js';
import { answeredByNews } from '../src/payments/not-told.js';
import { publishCompletion } from '../src/payments/completions.js';
import { readPayment, type PaymentRecord } from '../src/payments/payment.model.js';
import { postpone, transition, type Changes } from '../src/payments/transition.js';
import { isKnown, nextStatus, type PaymentEvent } from '../src/payments/states.js';
import { RequeueError, type Processor } from '../src/jobs/worker.js';
import { documentIn } from '../src/jobs/snapshot.js';

/** What a job found out: that something happened, or that it is to look again later. */
export type Decision =
  // `of`: the payment as the job has left it, when it stored something on the way
  { event: PaymentEvent; changes?: Changes; of?: PaymentRecord } | { waitUntil: Date | null; changes?: Changes };

export type Decide = (payment: PaymentRecord) => Promise<Decision>;

/** The money that a decision is about, in minor units; undefined when it is about none. */
function moneyIn(payment: PaymentRecord, decision: Decision): number | undefined {
  if ('event' in decision && nextStatus(payment.status, decision.event) === 'succeeded') return payment.amounts.gross;
  const { review } = decision.changes ?? {};
  return review && review.kind !== 'not_told' ? review.amount : undefined;
}

/**
 * Somebody else has changed the payment first, and what was found out is looked for again; but for money of an attempt
 * that the payment has left meanwhile, of which nobody asks any more: that is for a person.
 */
async function noteOvertaken(job: PaymentJobName, payment: PaymentRecord, decision: Decision): Promise<void> {
  if ('event' in decision) logger.info('job.overtaken', { job, ...aboutPayment(payment), event: decision.event });
  const moved = moneyIn(payment, decision);
  const latest = moved === undefined ? null : await readPayment(payment._id);
  if (!latest) return;
  const { key, no } = currentAttempt(payment);
  if (currentAttempt(latest).key !== key)
    logger.error('payment.charged_late', { ...aboutPayment(payment), attempt: no, moved });
}

/**
 * The steps of every payment job: load the payment, return if it has moved on (so that running twice is harmless),
 * decide, record the decision, tell whoever waits. A job only decides: it asks the gateway and never writes the
 * payment.
 * @param decide says what happened. It runs again when the process dies before its decision is recorded
 * @param answer makes what those who wait for the job are told
 */
export function paymentStep(
  job: PaymentJobName,
  decide: Decide,
  answer?: (after: PaymentRecord) => unknown,
): Processor {
  async function step(payment: PaymentRecord): Promise<unknown> {
    const decision = await decide(payment);
    if ('waitUntil' in decision) {
      if (!(await postpone(payment, decision.waitUntil, decision.changes))) await noteOvertaken(job, payment, decision);
      return undefined;
    }
    const latest = decision.of ?? payment;
    const { event, changes } = afterAttempt(latest, { changes: {}, ...decision });
    const after = await transition(latest, event, { ...answeredByNews(latest, event), ...changes }, job);
    if (after) return answer?.(after);
    return noteOvertaken(job, latest, decision);
  }

  async function run(payload: JobPayload, snapshot?: string): Promise<unknown> {
    const { id, version } = payload;
    const payment = documentIn<PaymentRecord>(snapshot, payload) ?? (await readPayment(id));
    if (!payment || payment.version !== version || payment.next?.job !== job) return undefined;
    if (!isKnown(payment.status)) throw new RequeueError(`This version knows no status ${payment.status}`);
    await lookUpAccount(payment.account); // one that was made a moment ago
    return step(payment);
  }

  return async (payload, snapshot) => publishCompletion(job, payload, await run(payload, snapshot));
}
