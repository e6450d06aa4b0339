import { isoOrNull } from '../time.js';
import { merchantNames } from '../merchants/merchant-names.js';
import { toMajor, toMajorAsNamed } from '../money/amounts.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { paidTo } from '../payments/paid-to.js';
import type { MoneyReview } from '../payments/payment-parts.js';
import { publicStatus } from '../payments/states.js';
import { presentLookUp } from './look-up.js';
import type { OpenReview } from './find-reviews.js';
import type { Proof, ProofVersion } from '../payments/proof.js';
import { findEarlierUses, type EarlierUse } from './references.js';

const presentVersion = (trx: string, { no, form, text, image, at }: ProofVersion) => ({
  version: no,
  form,
  text: text ?? null,
  image_url: image ? `/api/proofs/${trx}/image?version=${no}` : null,
  content_type: image?.type ?? null,
  submitted_at: at.toISOString(),
});

const presentUse = ({ reference, trx, at, status, proof }: EarlierUse) => ({
  reference,
  trx,
  at: at.toISOString(),
  payment_status: status ? publicStatus(status) : null,
  proof_status: proof?.status ?? null,
  decided_at: isoOrNull(proof?.decidedAt),
});

/**
 * A proof and its review, as operators see it. Null when the payment has none. Another payment may be paid under the same
 * reference after this one has shown it, so the uses known now count beside the flags set then.
 */
export function presentProof({ _id, proof, amounts }: PaymentRecord, earlierUses: EarlierUse[] = []) {
  if (!proof) return null;
  const { status, submittedAt, overdue, deadline, flags, references, note, amountSeen, decidedAt, decidedBy }: Proof =
    proof;
  return {
    proof_status: status,
    submitted_at: submittedAt.toISOString(),
    overdue,
    deadline: deadline.toISOString(),
    versions: proof.versions.map((version) => presentVersion(_id, version)),
    references,
    flags: earlierUses.length > 0 ? ['reference_used'] : flags,
    reference_used_by: earlierUses.map(presentUse),
    note,
    amount_seen: amountSeen === undefined ? null : toMajor(amountSeen, amounts.currency),
    decided_at: isoOrNull(decidedAt),
    decided_by: decidedBy ?? null,
  };
}

/** Money that a person judges or has judged, as operators see it. */
export const presentMoney = (review: MoneyReview) => ({
  kind: review.kind,
  opened_at: review.openedAt.toISOString(),
  amount: toMajorAsNamed(review.amount, review.currency),
  currency: review.currency,
  reference: review.reference,
  decision: review.decision ?? null,
  note: review.note ?? null,
  decided_at: isoOrNull(review.decidedAt),
  decided_by: review.decidedBy ?? null,
});

/** What a proof or what came must agree with. Amounts are in major units. */
function presentCase(payment: PaymentRecord, merchantName: string | null) {
  const { _id: trx, identifier, merchantId, mode, method, status, amounts, requested, customer } = payment;
  return {
    trx,
    identifier,
    merchant_id: merchantId,
    merchant_name: merchantName,
    site_name: payment.siteName,
    paid_to: paidTo(payment),
    test: mode === 'test',
    method,
    payment_status: publicStatus(status),
    amount: toMajor(amounts.gross, amounts.currency),
    currency: amounts.currency,
    requested_amount: toMajor(requested.amount, requested.currency),
    requested_currency: requested.currency,
    customer,
    created_at: payment.createdAt.toISOString(),
  };
}

/** What was decided on a payment. */
export const presentDecided = (payment: PaymentRecord) => ({
  trx: payment._id,
  payment_status: publicStatus(payment.status),
  reason: payment.reason,
  late_confirmation: payment.lateConfirmation,
  ...presentProof(payment),
  money: payment.review ? presentMoney(payment.review) : null,
});

/** A page of the queue with all that a reviewer needs. */
export async function presentReviews(reviews: OpenReview[]) {
  const all = reviews.map(({ payment }) => payment);
  const [names, uses] = await Promise.all([
    merchantNames(all.map(({ merchantId }) => merchantId)),
    findEarlierUses(all),
  ]);
  return reviews.map(({ payment, kind, since, overdue }) => ({
    ...presentCase(payment, names.get(payment.merchantId) ?? null),
    deadline: null,
    versions: [],
    flags: [],
    ...presentProof(payment, uses.get(payment._id)),
    kind,
    submitted_at: since.toISOString(),
    overdue,
    money: payment.review ? presentMoney(payment.review) : null,
    look_up: payment.review?.kind === 'not_told' ? presentLookUp(payment) : null,
  }));
}
