import { wake } from '../jobs/obligation.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';

/** What a review may change while the payment's status stays. */
type Changes = Partial<Pick<PaymentRecord, 'proof' | 'review' | 'updatedAt'>>;

/**
 * Saves a change of a review on a payment that keeps its status. The payment's own obligation stays, but its generation
 * rises, so it is woken anew. So is the proof.
 * @returns the payment after it, or null when somebody else changed it first: read again and decide again
 */
export async function saveReview(payment: PaymentRecord, changes: Changes): Promise<PaymentRecord | null> {
  const { _id, next } = payment;
  const gen = payment.gen + 1;
  const { matchedCount } = await payments.updateOne({ _id, gen: payment.gen }, { $set: { ...changes, gen } });
  if (matchedCount === 0) return null;
  await wake({ _id, gen, ...(next && { next }) });
  if (changes.proof) await wake({ ...changes.proof, _id });
  return { ...payment, ...changes, gen };
}
