import type { PaymentRecord } from '../payments/payment.model.js';
import { transition } from '../payments/transition.js';
import { openMoney } from '../payments/under-review.js';
import { closedProof, type Proof } from '../payments/proof.js';
import { saveReview } from '../payments/save-review.js';

/** Money has come, though not as asked for. No deadline fails such a payment: the operator's decision closes both. */
async function leaveToOperator(payment: PaymentRecord, proof: Proof): Promise<boolean> {
  const { next: _over, ...rest } = proof;
  return (
    (await saveReview(payment, { proof: { ...rest, overdue: true, reviewVersion: proof.reviewVersion + 1 } })) !== null
  );
}

/**
 * Refuses a proof that nobody has decided in time, and tells the merchant, unless money is under review (contract 11).
 * @returns false when the payment has changed meanwhile
 */
export async function refuseAtDeadline(payment: PaymentRecord, proof: Proof): Promise<boolean> {
  if (openMoney(payment)) return leaveToOperator(payment, proof);
  const note = 'The proof was not verified in time';
  const changes = { reason: 'proof_rejected', proof: closedProof(proof, { status: 'rejected', note }) } as const;
  return (await transition(payment, 'refused', changes, 'proof-review')) !== null;
}
