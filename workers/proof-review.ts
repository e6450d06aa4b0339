import { logger } from '../src/logger.js';
import { payments } from '../src/payments/payment.model.js';
import type { Processor } from '../src/queue.js';
import { markOverdue } from '../src/proofs/mark-overdue.js';
import { refuseAtDeadline } from '../src/proofs/decide-proof.js';

/** Alerts once when a proof has waited too long, and refuses it when its deadline has come. */
export const proofReview: Processor = async ({ id, gen }) => {
  const payment = await payments.findOne({ _id: id });
  const proof = payment?.proof;
  if (!payment || !proof || proof.gen !== gen || proof.status !== 'pending') return;
  if (proof.deadline.getTime() <= Date.now()) return refuseAtDeadline(payment, proof);
  if (await markOverdue(payment, proof))
    logger.error('proof.overdue', { trx: id, merchant: payment.merchantId, submittedAt: proof.submittedAt });
};
