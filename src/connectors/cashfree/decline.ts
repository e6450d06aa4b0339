import type { DeclineReason } from '../card.js';
import type { ErrorDetails } from './attempt.js';

/**
 * Codes of NPCI (UPI) and of issuers (ISO 8583), as Cashfree hands them on, in our words. What is not here is
 * `do_not_honor`: a wrong PIN (ZM), a no of the customer (ZA) and a request that ran out (U69) among them.
 */
const RAW = new Map<string, DeclineReason>([
  ['U30', 'insufficient_funds'],
  ['Z9', 'insufficient_funds'],
  ['51', 'insufficient_funds'],
  ['54', 'expired_card'],
]);

/** The same of Cashfree's own words, where a bank gives no code. */
const WORDS = new Map<string, DeclineReason>([
  ['insufficient_funds', 'insufficient_funds'],
  ['card_expired', 'expired_card'],
  ['expired_card', 'expired_card'],
  ['invalid_cvv', 'incorrect_cvv'],
  ['incorrect_cvv', 'incorrect_cvv'],
  ['authentication_failed', 'authentication_failed'],
  ['invalid_otp', 'authentication_failed'],
  ['otp_expired', 'authentication_failed'],
]);

const MOST = 100; // characters of a code: some banks write sentences

const reasonOf = ({ error_code, error_reason, error_code_raw }: ErrorDetails): DeclineReason =>
  RAW.get(error_code_raw ?? '') ??
  WORDS.get((error_reason ?? '').toLowerCase()) ??
  WORDS.get((error_code ?? '').toLowerCase()) ??
  'do_not_honor';

/** Why an attempt has failed, in our words and in Cashfree's: its own code, and the bank's where there is one. */
export function refusalOf(details: ErrorDetails | null | undefined): { reason: DeclineReason; gatewayCode: string } {
  const { error_code, error_code_raw } = details ?? {};
  const codes = [error_code, error_code_raw].flatMap((code) => (code ? [code.slice(0, MOST)] : []));
  return { reason: reasonOf(details ?? {}), gatewayCode: codes.join(' ') || 'FAILED' };
}
