import { paymentFinal, proofNotSupported } from '../errors.js';
import { kindOf } from '../payments/kind-of.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { isFinal, type PaymentStatus } from '../payments/states.js';

/** A hosted payment is in one of these only while its customer pays by UPI or a wallet. */
const WAIT_FOR_MONEY: PaymentStatus[] = ['awaiting_payment', 'awaiting_wallet'];

/**
 * Lets pass a UPI or wallet payment that waits for its money.
 * @throws {ApiError} proof_not_supported, for a card in the specification's words; payment_final
 */
export function requireProvable(payment: PaymentRecord): void {
  if (kindOf(payment) === 'card') throw proofNotSupported();
  if (isFinal(payment.status)) throw paymentFinal();
  if (!WAIT_FOR_MONEY.includes(payment.status))
    throw proofNotSupported('Proof of payment is supported only while a UPI or wallet payment waits for its money.');
}
