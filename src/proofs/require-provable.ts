import { paymentFinal, proofNotSupported } from '../errors.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { isFinal, stateOf } from '../payments/states.js';

/**
 * Lets pass a UPI or wallet payment that waits for its money. A hosted payment is one only while its customer pays by
 * UPI or a wallet.
 * @throws {ApiError} proof_not_supported, for a card in the specification's words; payment_final
 */
export function requireProvable({ method, status }: PaymentRecord): void {
  if (method === 'card') throw proofNotSupported();
  if (isFinal(status)) throw paymentFinal();
  const isLocal = method === 'upi' || method === 'wallet';
  if (!isLocal || !stateOf(status).on.confirmed)
    throw proofNotSupported('Proof of payment is supported only while a UPI or wallet payment waits for its money.');
}
