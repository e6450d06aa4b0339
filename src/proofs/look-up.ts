import { reviewDecided, validationError } from '../errors.js';
import { READ_LIMIT } from '../database/read-limit.js';
import { accountNamed } from '../gateways/accounts.js';
import { gatewayOf } from '../gateways/connectors.js';
import { answered, aboutAttempt, currentAttempt } from '../payments/attempts.js';
import { kindOf } from '../payments/kind-of.js';
import { storedCameBack, storedTold, toldOf } from '../payments/news.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import type { Changes } from '../payments/transition.js';
import type { ReviewDecision } from './decide-review.js';

const fault = (code: string, message: string) => validationError([{ field: 'reference', code, message }]);

/** A decision with the reference as the gateway writes it, whoever has typed it. */
export function asWritten({ account }: PaymentRecord, verdict: ReviewDecision): ReviewDecision {
  const { reference } = verdict;
  const isCapital = reference !== undefined && gatewayOf(accountNamed(account)).capitalReferences;
  return isCapital ? { ...verdict, reference: reference.toUpperCase() } : verdict;
}

/** What is unique of money that a person has found: two who find the same at one moment cannot both have it. */
const foundAs = ({ account }: PaymentRecord, reference: string): string => `${account}|${reference}`;

/** The payment of the same account that has a reference of its gateway's, if another one has. */
async function otherUnder(reference: string, payment: PaymentRecord): Promise<PaymentRecord | null> {
  const { _id, account } = payment;
  const told = { 'attempts.reference': { $exists: true, $eq: reference }, account, _id: { $ne: _id } }; // ADR 12
  const found = { 'review.foundAs': { $exists: true, $eq: foundAs(payment, reference) }, _id: { $ne: _id } }; // ADR 12
  return (await payments.findOne(told, READ_LIMIT)) ?? payments.findOne(found, READ_LIMIT);
}

/** For a decision on what a gateway had not told when somebody looked. */
export const toldMeanwhile = () => reviewDecided('The gateway has told of this payment meanwhile: look at it again');

/**
 * What a person must say who has looked a payment up at its gateway. Once that has told, the payment's job is about to end
 * it, or to put money of another amount before a person.
 * @throws {ApiError} payment_final when the gateway has told meanwhile; validation_error when what was paid has no
 *   reference there, or that of another payment
 */
export async function requireWord(payment: PaymentRecord, { decision, reference }: ReviewDecision): Promise<void> {
  if (toldOf(payment)) throw toldMeanwhile();
  if (decision === 'reject') return;
  if (reference === undefined) throw fault('required', "reference is required: the gateway's own of the payment");
  const other = await otherUnder(reference, payment);
  if (other) throw fault('reference_used', `reference is that of payment ${other._id}`);
}

/** What it changes that a person has found the money: its reference is the gateway's, as if it had told. */
export function moneyFound(payment: PaymentRecord, { review }: Changes, { reference = '' }: ReviewDecision): Changes {
  const { currency, gross: amount } = payment.amounts;
  const outcome = kindOf(payment) === 'card' ? 'authorized' : 'paid';
  return {
    attempts: answered(payment, { outcome, reference }),
    ...(review && { review: { ...review, amount, currency, reference, foundAs: foundAs(payment, reference) } }),
  };
}

/** What is known of a payment that a person is to look up, or has looked up, at its gateway. */
export function presentLookUp(payment: PaymentRecord) {
  const { key, startedAt, account = payment.account } = currentAttempt(payment);
  const { result, closing } = storedTold(payment) ?? {};
  return {
    account,
    idempotency_key: key,
    asked_at: startedAt.toISOString(),
    gateway_reference: aboutAttempt(payment).reference ?? null,
    told: result?.outcome ?? null,
    cancellation: closing ?? null,
    came_back: storedCameBack(payment) !== undefined,
  };
}
