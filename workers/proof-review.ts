import { logger } from '../src/telemetry/logger.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { payments, type PaymentRecord } from '../src/payments/payment.model.js';
import type { Proof } from '../src/payments/proof.js';
import { refuseAtDeadline } from '../src/proofs/refuse-at-deadline.js';
import { saveReview } from '../src/payments/save-review.js';
import type { Processor } from '../src/jobs/worker.js';

/** Marks a proof that has waited too long, and puts its obligation to its deadline. */
async function alert(payment: PaymentRecord, proof: Proof): Promise<boolean> {
  const next = { job: 'proof-review', at: proof.deadline } as const;
  const marked = { ...proof, overdue: true, reviewVersion: proof.reviewVersion + 1, next };
  const isMarked = (await saveReview(payment, { proof: marked })) !== null;
  if (isMarked) logger.error('proof.overdue', { ...aboutPayment(payment), submittedAt: proof.submittedAt });
  return isMarked;
}

/**
 * For one that another machine's clock woke too early. It needs a new version, since this one's job is spent.
 */
const enqueueAgain = async (payment: PaymentRecord, proof: Proof): Promise<boolean> =>
  (await saveReview(payment, { proof: { ...proof, reviewVersion: proof.reviewVersion + 1 } })) !== null;

/** @returns false when the payment has changed meanwhile */
function doWhatIsDue(payment: PaymentRecord, proof: Proof): Promise<boolean> {
  const now = Date.now();
  if (proof.deadline.getTime() <= now) return refuseAtDeadline(payment, proof);
  const isDue = (proof.next?.at.getTime() ?? 0) <= now;
  return isDue ? alert(payment, proof) : enqueueAgain(payment, proof);
}

/**
 * Alerts once when a proof has waited too long, and refuses it when its deadline has come. A decision meanwhile wins.
 */
export const proofReview: Processor = async ({ id, version }) => {
  let done = false;
  while (!done) {
    const payment = await payments.findOne({ _id: id });
    const proof = payment?.proof;
    if (!payment || !proof || proof.reviewVersion !== version || proof.status !== 'pending') return;
    done = await doWhatIsDue(payment, proof); // a poll that came in between changes nothing for the review: once more
  }
};
