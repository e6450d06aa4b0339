import type { PaymentRecord } from '../payments/payment.model.js';
import { transition } from '../payments/transition.js';
import { closedProof, type Proof } from './proof.js';

/**
 * Nobody has looked in time: the proof is refused, and the merchant told. A review of money that did come stays open,
 * since no clock may close that.
 * @returns false when the payment has changed meanwhile
 */
export async function refuseAtDeadline(payment: PaymentRecord, proof: Proof): Promise<boolean> {
  const note = 'The proof was not verified in time';
  const changes = { reason: 'proof_rejected', proof: closedProof(proof, { status: 'rejected', note }) } as const;
  return (await transition(payment, 'refused', changes, 'proof-review')) !== null;
}
