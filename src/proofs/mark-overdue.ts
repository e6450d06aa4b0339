import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { wake } from '../obligation.js';
import type { Proof } from './proof.js';

/**
 * Marks a proof that has waited too long, and puts its obligation to its deadline.
 * @returns false when the payment has changed meanwhile: the sweeper comes back to it
 */
export async function markOverdue({ _id, gen }: PaymentRecord, proof: Proof): Promise<boolean> {
  const next = { job: 'proof-review', at: proof.deadline } as const;
  const proofGen = proof.gen + 1;
  const { matchedCount } = await payments.updateOne(
    { _id, gen, 'proof.gen': proof.gen },
    { $set: { 'proof.overdue': true, 'proof.gen': proofGen, 'proof.next': next, gen: gen + 1 } },
  );
  if (matchedCount > 0) await wake({ _id, gen: proofGen, next });
  return matchedCount > 0;
}
