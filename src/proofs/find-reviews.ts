import type { Filter } from '../database/driver.js';
import { validationError } from '../errors.js';
import { fromCursor, PAGE, pageOf, toCursor } from '../database/cursor.js';
import { COUNT_LIMIT, READ_LIMIT } from '../database/read-limit.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { MONEY_KINDS, type MoneyReview } from '../payments/payment-parts.js';
import type { Proof } from '../payments/proof.js';
import { hasOpenMoney, openMoney } from '../payments/under-review.js';
import { earliest } from '../time.js';
import type { Mode } from '../vocabulary.js';

export const REVIEW_KINDS = ['proof', ...MONEY_KINDS] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** A payment that waits for a person, and why. One that waits for both is listed for its money. */
export interface OpenReview {
  payment: PaymentRecord;
  kind: ReviewKind;
  since: Date;
  overdue: boolean;
}

const hasNoOpenMoney = { $or: [{ review: { $exists: false } }, { 'review.decidedAt': { $exists: true } }] };

/** The place of a review in the queue: overdue first, then oldest, and the trx where two are of one moment. */
type Place = [overdue: boolean, since: number, trx: string];

const placeOf = ({ overdue, since, payment }: OpenReview): Place => [overdue, since.getTime(), payment._id];

const inOrder = (a: OpenReview, b: OpenReview): number =>
  Number(b.overdue) - Number(a.overdue) ||
  a.since.getTime() - b.since.getTime() ||
  (a.payment._id < b.payment._id ? -1 : 1);

/** @throws {ApiError} validation_error for what we never gave out */
function readCursor(cursor: string): Place {
  const [overdue, since, trx] = fromCursor(cursor) ?? [];
  const isTime = typeof since === 'number' && !Number.isNaN(new Date(since).getTime());
  if (typeof overdue === 'boolean' && isTime && typeof trx === 'string') return [overdue, since, trx];
  throw validationError([{ field: 'cursor', code: 'invalid_format', message: 'cursor is not valid' }]);
}

function later(field: string, since: Date, trx: string): Filter<PaymentRecord> {
  return { $or: [{ [field]: { $gt: since } }, { [field]: since, _id: { $gt: trx } }] };
}

const isPending = { 'proof.status': { $exists: true, $eq: 'pending' } } as const; // ADR 12

const count = (filter: Filter<PaymentRecord>, most: number): Promise<number> =>
  payments.countDocuments(filter, { ...READ_LIMIT, limit: most });

/** Where counting ends when it is done for every page. */
export const MOST_SHOWN = 100;

/** How many payments of a mode have money for a person to judge; no more than COUNT_LIMIT. */
export const countMoney = (mode: Mode): Promise<number> =>
  payments.countDocuments({ ...hasOpenMoney, mode }, COUNT_LIMIT);

/** How many payments wait for a person. @param most where the counting of each kind ends */
export async function countWaiting(most: number): Promise<number> {
  const [proofs, money] = await Promise.all([
    count({ $and: [isPending, hasNoOpenMoney] }, most),
    count(hasOpenMoney, most),
  ]);
  return proofs + money;
}

/** Payments with a proof that has waited for too long, whether or not there is money to judge beside it. */
export const hasOverdueProof = { ...isPending, 'proof.overdue': true };

/** The same, and of how many of them the proof is overdue. */
export async function countReviews(most: number): Promise<{ pending: number; overdue: number }> {
  const [pending, overdue] = await Promise.all([countWaiting(most), count(hasOverdueProof, most)]);
  return { pending, overdue };
}

/** Since when the oldest review waits; null when none does. */
export async function oldestReview(): Promise<Date | null> {
  const first = (filter: Filter<PaymentRecord>, field: 'proof.submittedAt' | 'review.openedAt') =>
    payments
      .find(filter, { ...READ_LIMIT, projection: { [field]: 1 } })
      .sort({ [field]: 1 })
      .limit(1)
      .toArray();
  const found = await Promise.all([
    first({ $and: [isPending, hasNoOpenMoney] }, 'proof.submittedAt'),
    first(hasOpenMoney, 'review.openedAt'),
  ]);
  return earliest(found.flat().map(({ proof, review }) => review?.openedAt ?? proof?.submittedAt ?? null));
}

function ofProof(payment: PaymentRecord, { submittedAt: since, overdue }: Proof): OpenReview {
  return { payment, kind: 'proof', since, overdue };
}

/** Money is never overdue. */
function ofMoney(payment: PaymentRecord, { kind, openedAt: since }: MoneyReview): OpenReview {
  return { payment, kind, since, overdue: false };
}

/** What waits, or has waited, for a person on a payment: its money before its proof. Null when nothing ever has. */
export function reviewOf(payment: PaymentRecord): OpenReview | null {
  const { proof, review } = payment;
  if (review && (openMoney(payment) || proof?.status !== 'pending')) return ofMoney(payment, review);
  return proof ? ofProof(payment, proof) : null;
}

const laterProofs = ([overdue, since, trx]: Place): Filter<PaymentRecord> => ({
  $or: [
    { 'proof.overdue': overdue, ...later('proof.submittedAt', new Date(since), trx) },
    ...(overdue ? [{ 'proof.overdue': false }] : []),
  ],
});

/** Payments with a proof to look at, after a place in the queue. */
async function findProofs(filter: Filter<PaymentRecord>, after: Place | undefined): Promise<OpenReview[]> {
  const found = await payments
    .find({ $and: [isPending, filter, after ? laterProofs(after) : {}] }, READ_LIMIT)
    .sort({ 'proof.overdue': -1, 'proof.submittedAt': 1, _id: 1 })
    .limit(PAGE + 1)
    .toArray();
  return found.flatMap((payment) => (payment.proof ? ofProof(payment, payment.proof) : []));
}

const laterMoney = ([overdue, since, trx]: Place): Filter<PaymentRecord> =>
  overdue ? {} : later('review.openedAt', new Date(since), trx);

/** Payments with money to judge, after a place in the queue. */
async function findMoney(filter: Filter<PaymentRecord>, after: Place | undefined): Promise<OpenReview[]> {
  const found = await payments
    .find({ $and: [hasOpenMoney, filter, after ? laterMoney(after) : {}] }, READ_LIMIT)
    .sort({ 'review.openedAt': 1, _id: 1 })
    .limit(PAGE + 1)
    .toArray();
  return found.flatMap((payment) => (payment.review ? ofMoney(payment, payment.review) : []));
}

/**
 * One page of what waits for a person, overdue first, then oldest, and where the next page begins.
 * @throws {ApiError} validation_error for a cursor that is none
 */
export async function findReviews(kind: ReviewKind | undefined, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const found = await Promise.all([
    kind === 'proof' ? findProofs({}, after) : [],
    kind === undefined ? findProofs(hasNoOpenMoney, after) : [],
    kind === 'proof' ? [] : findMoney(kind ? { 'review.kind': kind } : {}, after),
  ]);
  const queue = found.flat().sort(inOrder);
  return pageOf(queue, (last) => toCursor(placeOf(last)));
}
