import { validationError } from '../../errors.js';
import type { ConsoleRequest } from '../api/console-call.js';
import { numeric, one, some } from '../pages/form-fields.js';
import type { ConsoleForm, ConsolePage } from '../pages/page-routes.js';
import { oldestReview } from '../../proofs/find-reviews.js';
import { listReviews, showReview } from './reviews.calls.js';
import { decideAsOperator } from './review-decision.js';
import { listFromQuery } from '../pages/list-from-query.js';
import { paymentByTrx } from '../../payments/payment-by-trx.js';
import { findKept } from '../../proofs/proof-image.model.js';

/** Why a review is refused, for a reviewer to choose from; the merchant reads it. */
const REFUSALS = [
  'The proof is not legible',
  'The proof shows another payment',
  'The amount is not the one asked for',
  'The reference is not known to the bank',
  'The same proof was used before',
];

/** The same of a payment that was looked up at its gateway. */
const NOT_PAID = [
  'The gateway has no such payment',
  'The gateway has refused the payment',
  'The gateway has cancelled the payment',
];

/** The same of money that came without a proof. */
const NOT_TAKEN = [
  'The amount is not the one asked for',
  'The money came after the payment had ended',
  'The order cannot be fulfilled any more',
];

/** Of the form alone: a program that gives no note has its own words for the merchant. */
const NO_REASON = { field: 'reason', code: 'required', message: 'A reason is required: the merchant reads it' };

type Review = Awaited<ReturnType<typeof showReview>>;

function refusalsOf({ look_up, versions }: Review): string[] {
  if (look_up) return NOT_PAID;
  return versions.length > 0 ? REFUSALS : NOT_TAKEN;
}

/** The versions of a proof whose images were kept for their time, and are gone. */
async function goneImages({ trx, versions }: Review): Promise<number[]> {
  if (!versions.some(({ image_url }) => image_url)) return [];
  const { proof } = await paymentByTrx(trx);
  const images = (proof?.versions ?? []).flatMap(({ no, image }) => (image ? [{ no, id: image.id }] : []));
  const kept = await findKept(images.map(({ id }) => id));
  return images.flatMap(({ no, id }) => (kept.has(id) ? [] : [no]));
}

const listQueue = (request: Pick<ConsoleRequest, 'query'>) => listFromQuery('/proofs', request, listReviews);

/**
 * Since when the oldest review waits. The first page holds it, beside all that are overdue, unless these alone fill the
 * page.
 */
async function oldestIn({ rows, next, filtered, onward }: Awaited<ReturnType<typeof listQueue>>): Promise<Date | null> {
  const isFullOfOverdue = next !== null && rows.every(({ overdue }) => overdue);
  if (isFullOfOverdue || filtered || onward) return oldestReview();
  const [first] = rows.map(({ submitted_at }) => submitted_at).sort();
  return first === undefined ? null : new Date(first);
}

/** The queue with the ways to the reviews before and after one of them. */
function around(queue: Awaited<ReturnType<typeof listQueue>>, trx: string | undefined) {
  const { rows, filter } = queue;
  const place = rows.findIndex((each) => each.trx === trx);
  const hrefOf = (review: { trx: string } | undefined) =>
    review && `/proofs/${review.trx}${filter.kind ? `?${new URLSearchParams({ kind: filter.kind }).toString()}` : ''}`;
  return { ...queue, hrefOf, nextHref: hrefOf(rows[place + 1]), previousHref: hrefOf(rows[place - 1]) };
}

/** A review beside the queue, if there is one. */
async function beside(queue: Awaited<ReturnType<typeof listQueue>>, review: Review | undefined) {
  const oldest = await oldestIn(queue);
  const opened = review && { review, refusals: refusalsOf(review), gone: await goneImages(review) };
  return { ...around(queue, review?.trx), oldest, ...opened };
}

/** The queue with its first review opened. */
export const reviewsPage: ConsolePage = {
  path: '/proofs',
  role: 'viewer',
  view: 'reviews',
  async show(request) {
    const queue = await listQueue(request);
    return { title: 'Reviews', ...(await beside(queue, queue.rows[0])) };
  },
};

/** One review beside the queue, a decided one too: the second of two reviewers reads who was first. */
export const reviewPage: ConsolePage = {
  path: '/proofs/:trx',
  role: 'viewer',
  view: 'reviews',
  async show(request) {
    const review = await showReview(request);
    return { title: 'Review', ...(await beside(await listQueue(request), review)) };
  },
};

/** Accepts or refuses, and opens the review that was next. */
export const decisionForm: ConsoleForm = {
  path: '/proofs/:trx/decision',
  role: 'reviewer',
  async submit({ operator, id, body }) {
    const decision = one(body, 'decision');
    if (decision === 'reject' && one(body, 'reason') === '') throw validationError([NO_REASON]);
    const note = decision === 'reject' ? [one(body, 'reason'), one(body, 'note')] : [one(body, 'note')];
    const decided = {
      decision,
      amount: decision === 'accept' ? numeric(one(body, 'amount')) : undefined,
      note: note.filter(Boolean).join('. ') || undefined,
      version: numeric(one(body, 'version')),
      money: one(body, 'money') || undefined,
      reference: one(body, 'reference') || undefined,
      refund: decision === 'reject' && one(body, 'refund') === 'yes' ? true : undefined,
    };
    const { identifier } = await decideAsOperator(operator, id, decided, 'review');
    const sent = decided.refund ? ' The money goes back.' : '';
    const done = `${decision === 'accept' ? 'Accepted' : 'Refused'}: payment ${identifier}.${sent} The merchant is told.`;
    const next = some(body, 'next');
    return { done, to: next?.startsWith('/proofs') ? next : '/proofs' };
  },
};
