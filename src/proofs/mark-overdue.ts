import type { PaymentRecord } from '../payments/payment.model.js';
import type { Proof } from '../payments/proof.js';
import { saveReview } from '../payments/save-review.js';

/**
 * Marks a proof that has waited too long, and puts its obligation to its deadline.
 * @returns false when the payment has changed meanwhile
 */
export async function markOverdue(payment: PaymentRecord, proof: Proof): Promise<boolean> {
  const next = { job: 'proof-review', at: proof.deadline } as const;
  const after = await saveReview(payment, {
    proof: { ...proof, overdue: true, reviewVersion: proof.reviewVersion + 1, next },
  });
  return after !== null;
}
