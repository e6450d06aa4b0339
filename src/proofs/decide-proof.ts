import type { Changes } from '../payments/transition.js';
import { transition } from '../payments/transition.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { closedProof, type Proof } from './proof.js';

/** Nobody has looked in time: the proof is refused, and the merchant told. Somebody else's decision meanwhile wins. */
export async function refuseAtDeadline(payment: PaymentRecord, proof: Proof): Promise<void> {
  const note = 'The proof was not verified in time';
  const changes: Changes = { reason: 'proof_rejected', proof: closedProof(proof, { status: 'rejected', note }) };
  await transition(payment, 'refused', changes, 'proof-review');
}
