import type { MethodName } from '../vocabulary.js';
import { kindOf } from './kind-of.js';

/** Why a payment did not go the plain way: machine-readable, for merchants. Null on the happy path. */
export const REASONS = {
  insufficient_funds: 'The card has insufficient funds',
  do_not_honor: 'The payment was declined',
  expired_card: 'The card has expired',
  incorrect_cvv: 'The security code is incorrect',
  authentication_failed: 'The customer could not be authenticated',
  authentication_cancelled: 'The customer cancelled the authentication',
  authentication_timeout: 'The customer did not complete the authentication in time',
  cancelled_by_customer: 'The customer cancelled the payment',
  cancelled_by_merchant: 'The merchant cancelled the payment',
  session_expired: 'The checkout session has expired',
  expired: 'The payment has expired',
  proof_rejected: 'The proof of payment was rejected',
  gateway_error: 'The payment could not be processed',
  velocity: 'The card was declined too often; please try again later',
  late_confirmation: 'The payment was confirmed after it had ended',
} as const;

export type Reason = keyof typeof REASONS;

/** Those of an issuer, where there is no card of which it could say so. */
const WITHOUT_CARD: Partial<Record<Reason, string>> = {
  insufficient_funds: 'The account has insufficient funds',
  expired_card: REASONS.do_not_honor,
  incorrect_cvv: REASONS.do_not_honor,
};

/** The reason of a payment in a sentence. A newer version may know more reasons than we do. */
export function sentenceOf({ reason, method }: { reason: Reason | null; method: MethodName | null }): string {
  const known = reason ?? 'gateway_error';
  const other = kindOf({ method }) === 'card' ? undefined : WITHOUT_CARD[known];
  return other ?? REASONS[known] ?? REASONS.gateway_error;
}

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
export const ALL_REASONS = Object.keys(REASONS) as Reason[];

/** The issuer's own refusals. A failed authentication or a failing gateway says nothing about the card. */
export const ISSUER_DECLINES: ReadonlySet<Reason> = new Set([
  'insufficient_funds',
  'do_not_honor',
  'expired_card',
  'incorrect_cvv',
]);
