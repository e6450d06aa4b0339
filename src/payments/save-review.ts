import { enqueue } from '../jobs/obligation.js';
import { payments, type PaymentRecord } from './payment.model.js';

/** What a review may change while the payment's status stays. */
type Changes = Partial<Pick<PaymentRecord, 'proof' | 'review' | 'refunds' | 'updatedAt'>>;

/**
 * Saves a change of a review on a payment that keeps its status. The payment's own obligation stays, but its version
 * rises, so it is enqueued anew. So is the proof.
 * @returns the payment after it, or null when somebody else changed it first: read again and decide again
 */
export async function saveReview(payment: PaymentRecord, changes: Changes): Promise<PaymentRecord | null> {
  const { _id, next } = payment;
  const version = payment.version + 1;
  const { matchedCount } = await payments.updateOne(
    { _id, version: payment.version },
    { $set: { ...changes, version } },
  );
  if (matchedCount === 0) return null;
  await enqueue({ _id, version, ...(next && { next }) });
  if (changes.proof) await enqueue({ _id, version: changes.proof.reviewVersion, next: changes.proof.next ?? null });
  return { ...payment, ...changes, version };
}
