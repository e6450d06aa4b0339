import {
  amountMismatch,
  proofChanged,
  proofNotFound,
  reviewDecided,
  reviewNotFound,
  transactionNotFound,
} from '../errors.js';
import { isDuplicateKey } from '../database/errors.js';
import { inUtc } from '../time.js';
import { formatAmount } from '../money/amounts.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import type { MoneyReview } from '../payments/payment-parts.js';
import { isFinal } from '../payments/states.js';
import { transition, type Changes } from '../payments/transition.js';
import { noteCreated } from '../refunds/add-refund.js';
import { enqueueRefund } from '../refunds/refund-job.js';
import { refundOfRefused } from '../refunds/refund-rejected.js';
import { isAskedOfPerson, openMoney } from '../payments/under-review.js';
import { asWritten, moneyFound, requireWord, toldMeanwhile } from './look-up.js';
import { closedProof, type Proof } from '../payments/proof.js';
import { saveReview } from '../payments/save-review.js';

/** What an operator decides. */
export interface ReviewDecision {
  decision: 'accept' | 'reject';
  /** What the operator saw come in: minor units of the payment's currency. Accepting needs it. */
  amount?: number;
  note?: string;
  /** Under which the gateway has money that it has not told of. Accepting that needs it. */
  reference?: string;
  /** Whether what is refused goes back to the customer at once. */
  refund?: boolean;
  /** The version that the operator looked at: a newer one must be looked at first. */
  version?: number;
  /** Which money waited when the operator looked, if any did: so must what has come since. */
  money?: MoneyReview['kind'] | 'none';
  /** The operator's e-mail. */
  by: string;
}

/** What is decided: the proof, or whatever of a payment waits for a person. */
export type Matter = 'proof' | 'review';

const openProof = ({ proof }: PaymentRecord): Proof | undefined => (proof?.status === 'pending' ? proof : undefined);

/** Who decided what, and when, for the operator who came second. */
function alreadyDecided({ proof, review }: PaymentRecord, matter: Matter) {
  const accepted = matter === 'review' && review ? review.decision === 'accept' : proof?.status === 'verified';
  const { decidedBy, decidedAt } = (matter === 'review' && review) || (proof ?? {});
  const by = decidedBy ? `by ${decidedBy}` : 'automatically';
  const when = decidedAt ? ` at ${inUtc(decidedAt)}` : '';
  return reviewDecided(`This was ${accepted ? 'accepted' : 'rejected'} already, ${by}${when}`);
}

/** @throws {ApiError} not found; payment_final when it is decided, or other money waits; proof_changed */
function requireOpen(payment: PaymentRecord, matter: Matter, { version, money }: ReviewDecision): void {
  const proof = openProof(payment);
  if (matter === 'proof' && !payment.proof) throw proofNotFound();
  if (matter === 'review' && !payment.proof && !payment.review) throw reviewNotFound();
  if (!proof && (matter === 'proof' || !openMoney(payment))) throw alreadyDecided(payment, matter);
  if (money !== undefined && money !== (openMoney(payment)?.kind ?? 'none')) throw toldMeanwhile();
  if (proof && version !== undefined && version !== proof.versions.length) throw proofChanged(proof.versions.length);
}

/** Everything that is open on a payment is closed by one decision, and says who made it. */
function closing(payment: PaymentRecord, { decision, amount, note, by }: ReviewDecision): Changes {
  const proof = openProof(payment);
  const money = openMoney(payment);
  const accepted = decision === 'accept';
  const words = note ?? (accepted ? 'The payment was verified' : 'The payment could not be verified');
  const outcome = { status: accepted ? ('verified' as const) : ('rejected' as const), note: words, decidedBy: by };
  return {
    ...(proof && { proof: closedProof(proof, { ...outcome, ...(amount !== undefined && { amountSeen: amount }) }) }),
    ...(money && { review: { ...money, decision, decidedAt: new Date(), decidedBy: by, note: words } }),
  };
}

/** The money is there, so the payment succeeds, though it may have ended before. */
async function accept(payment: PaymentRecord, verdict: ReviewDecision): Promise<PaymentRecord | null> {
  const { currency, gross } = payment.amounts;
  if (verdict.amount !== gross)
    throw amountMismatch(formatAmount(verdict.amount ?? 0, currency), formatAmount(gross, currency));
  const late = isFinal(payment.status);
  const changes: Changes = late ? { reason: 'late_confirmation', lateConfirmation: true } : { reason: null };
  const closed = closing(payment, verdict);
  const found = isAskedOfPerson(payment) ? moneyFound(payment, closed, verdict) : {};
  try {
    return await transition(payment, 'confirmed', { ...changes, ...closed, ...found }, verdict.by);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return null; // another payment has just been found under the reference
  }
}

/**
 * Fails a payment that waits. When the payment has already ended, only closes the review. Money that is refused says why
 * (contract 11), whether there is a proof of it or not.
 */
function close(payment: PaymentRecord, closed: Changes, by: string): Promise<PaymentRecord | null> {
  if (isFinal(payment.status)) return saveReview(payment, closed);
  const reason = closed.review ? 'gateway_error' : 'proof_rejected';
  return transition(payment, 'refused', { ...closed, reason }, by);
}

/** The money that is sent back is reserved in the same update, so that neither is without the other. */
async function reject(payment: PaymentRecord, verdict: ReviewDecision): Promise<PaymentRecord | null> {
  const closed = closing(payment, verdict);
  if (!verdict.refund) return close(payment, closed, verdict.by);
  const refused = { ...payment, ...closed, ...(!isFinal(payment.status) && { status: 'failed' as const }) };
  const { refund, payment: refunding } = await refundOfRefused(refused, verdict.by);
  const after = await close(payment, { ...closed, refunds: refunding.refunds ?? [] }, verdict.by);
  if (!after) return null;
  noteCreated({ payment: after, refund }, verdict.by);
  await enqueueRefund({ payment: after, refund });
  return after;
}

/**
 * Decides what waits for a person, in one conditional update. When two decisions, or a decision and a confirmation or
 * deadline, come at the same moment, exactly one wins and the other is refused.
 * @returns the payment after it
 * @throws {ApiError} transaction_not_found, proof_not_found, review_not_found; payment_final when it is decided
 *   already, or other money waits; amount_mismatch when what was seen is not what was asked for; proof_changed;
 *   validation_error of the reference; refund_not_supported or payment_disputed when what is refused is to go back and
 *   cannot
 */
export async function decideReview(trx: string, matter: Matter, verdict: ReviewDecision): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id: trx });
  if (!payment) throw transactionNotFound();
  requireOpen(payment, matter, verdict);
  const written = asWritten(payment, verdict);
  const isToLookUp = isAskedOfPerson(payment);
  if (isToLookUp) await requireWord(payment, written);
  const after = await (verdict.decision === 'accept' ? accept : reject)(payment, written);
  // It has moved meanwhile: look again. What was found at the gateway is said of no money that has come since.
  return after ?? decideReview(trx, matter, isToLookUp ? { ...verdict, money: 'not_told' } : verdict);
}
