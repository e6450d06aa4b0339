import type { DeclineReason } from '../card.js';
import { wordFor, type StripeError } from './failure.js';

/**
 * Stripe's decline codes and codes in our words. Lost, stolen and suspected cards are no different from any other no: who
 * asks may be the thief. What is not here is `do_not_honor`, but for Stripe's own faults.
 */
const REASONS = new Map<string, DeclineReason>([
  ['insufficient_funds', 'insufficient_funds'],
  ['expired_card', 'expired_card'],
  ['invalid_expiry_month', 'expired_card'],
  ['invalid_expiry_year', 'expired_card'],
  ['incorrect_cvc', 'incorrect_cvv'],
  ['invalid_cvc', 'incorrect_cvv'],
  ['authentication_required', 'authentication_failed'],
  ['authentication_not_handled', 'authentication_failed'],
  ['mobile_device_authentication_required', 'authentication_failed'],
  ['payment_intent_action_required', 'authentication_failed'],
  ['payment_intent_authentication_failure', 'authentication_failed'],
  ['processing_error', 'gateway_error'],
  ['issuer_not_available', 'gateway_error'],
  ['try_again_later', 'gateway_error'],
  ['reenter_transaction', 'gateway_error'],
]);

/** Why a payment was refused, in our words and in Stripe's. */
export function refusalOf(error: StripeError): { reason: DeclineReason; gatewayCode: string } {
  const gatewayCode = wordFor(error);
  const known = REASONS.get(gatewayCode) ?? REASONS.get(error.code ?? '');
  return { reason: known ?? (error.type === 'api_error' ? 'gateway_error' : 'do_not_honor'), gatewayCode };
}
