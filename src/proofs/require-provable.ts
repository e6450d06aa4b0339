import { paymentFinal, proofNotSupported } from '../errors.js';
import { kindOf } from '../payments/kind-of.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { awaitsMoney, isFinal } from '../payments/states.js';

/**
 * Lets pass a UPI or wallet payment that waits for its money.
 * @throws {ApiError} proof_not_supported, for a card in the specification's words; payment_final
 */
export function requireProvable(payment: PaymentRecord): void {
  if (kindOf(payment) === 'card') throw proofNotSupported();
  if (isFinal(payment.status)) throw paymentFinal();
  if (!awaitsMoney(payment.status))
    throw proofNotSupported('Proof of payment is supported only while a UPI or wallet payment waits for its money.');
}
