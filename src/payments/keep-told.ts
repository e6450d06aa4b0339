import type { CallbackNews } from '../connectors/callbacks.js';
import type { CardResult, ToldEnd } from '../connectors/card.js';
import { enqueueByDue, type Obligation } from '../jobs/obligation.js';
import { logger } from '../telemetry/logger.js';
import { aboutPayment } from './about-payment.js';
import { isAsAsked } from './as-asked.js';
import { answered, currentAttempt } from './attempts.js';
import { forReview } from './for-review.js';
import { kindOf } from './kind-of.js';
import { asRead, storedTold, type Told } from './news.js';
import { noteReview } from './note-review.js';
import { isBeingOpened } from './opening.js';
import type { MoneyReview } from './payment-parts.js';
import { payments, type PaymentRecord } from './payment.model.js';
import { isKnown } from './states.js';

type Money = Extract<ToldEnd, { outcome: 'authorized' }>;
type Word = Pick<CallbackNews, 'result' | 'closed'>;

/** Stores it beside whatever the payment is doing, which is left alone, and at the same version. */
async function keepBeside(payment: PaymentRecord, told: Told): Promise<boolean> {
  const { matchedCount } = await payments.updateOne(asRead(payment), { $set: { told } });
  return matchedCount > 0;
}

/** Stores it so that whatever the payment is doing is decided anew. */
async function keepWith(
  payment: PaymentRecord,
  told: Told,
  changes: Partial<Pick<PaymentRecord, 'review' | 'attempts' | 'next'>>,
): Promise<boolean> {
  const { _id, next = null } = { ...payment, ...changes };
  const version = payment.version + 1;
  const { matchedCount } = await payments.updateOne(asRead(payment), { $set: { ...changes, told, version } });
  if (matchedCount === 0) return false;
  await enqueueByDue({ _id, version, next });
  return true;
}

/** The same of a result alone, beside what is known of a close: that may change while the gateway is asked. */
export const keepResultBeside = ({ _id, version }: PaymentRecord, result: CardResult) =>
  payments.updateOne({ _id, version }, { $set: { 'told.result': result } });

/** What is known with this word. Told twice, the later word holds, but never over money that came. @returns null: nothing new */
function withWord(known: Told, { result, closed }: Word): Told | null {
  if (closed === true) return known.closing === 'done' ? null : { ...known, closing: 'done' };
  if (closed === false) return known.closing === 'asked' ? { ...known, closing: 'refused' } : null;
  return known.result?.outcome === 'authorized' || !result ? null : { ...known, result };
}

/** News of a payment that nothing moves any more is for a person when it says otherwise about money. */
function noteLate(payment: PaymentRecord, { closing }: Told, { result, closed }: Word): void {
  const about = aboutPayment(payment);
  const hasSucceeded = payment.status === 'succeeded';
  if (result?.outcome === 'authorized' && !hasSucceeded && closing !== 'done')
    logger.error('payment.charged_late', { ...about, moved: result.amount });
  const isOtherwise = result?.outcome === 'declined' && result.reference === currentAttempt(payment).reference;
  if (hasSucceeded && (closed === true || isOtherwise)) logger.error('payment.taken_back', about);
}

/** Whether money has been put before a person, or a person has dealt with it. */
const isKnownMoney = ({ review }: PaymentRecord): boolean => review !== undefined && review.kind !== 'not_told';

/**
 * Money for a payment that has ended without any: as a person has said, who saw none, or as we took it, of a customer who
 * never came back. What was asked back may still go back, as long as its gateway has not refused that.
 */
function lateMoney(payment: PaymentRecord, { result, closing }: Told): Money | undefined {
  const { status, review } = payment;
  const hasEnded = status === 'failed' || status === 'cancelled';
  if (!hasEnded || isKnownMoney(payment) || result?.outcome !== 'authorized' || closing === 'done') return undefined;
  return closing === 'asked' && review?.decidedBy === undefined ? undefined : result;
}

/** Puts such money before a person: it is late, and may be taken or given back. */
async function reopen(payment: PaymentRecord, told: Told, money: Money): Promise<boolean> {
  const changes = forReview(isAsAsked(payment, money) ? 'late_money' : 'amount_mismatch', money);
  if (!(await keepWith(payment, told, changes))) return false;
  noteReview(payment, changes);
  return true;
}

/** Money that a person has found at the gateway, which has it under another reference than the typed one. */
function foundElsewhere(payment: PaymentRecord, { result, closing }: Told) {
  const { status, review } = payment;
  const isFound = status === 'succeeded' && review?.kind === 'not_told' && review.decidedBy !== undefined;
  if (!isFound || closing === 'done' || result?.outcome !== 'authorized') return undefined;
  return result.reference === currentAttempt(payment).reference ? undefined : { review, money: result };
}

/** Takes the gateway's reference for the typed one, which another payment may have then: refunds go there from now on. */
async function correct(
  payment: PaymentRecord,
  told: Told,
  { review: { foundAs: _, ...review }, money: { amount: came, reference } }: { review: MoneyReview; money: Money },
): Promise<boolean> {
  const attempts = answered(payment, { reference });
  if (!(await keepWith(payment, told, { review: { ...review, reference }, attempts }))) return false;
  const typed = currentAttempt(payment).reference;
  const asked = payment.amounts.gross;
  logger.error('payment.found_elsewhere', { ...aboutPayment(payment), typed, reference, came, asked });
  return true;
}

/** The job that looks at what is told, if there still is one: a hosted payment's for its next card does not. */
function hearerOf(payment: PaymentRecord): Obligation | undefined {
  const { status, next } = payment;
  const isLeft = status === 'checkout_open' && kindOf(payment) === 'card';
  return next && isKnown(status) && !isLeft ? next : undefined;
}

/** Whether the call that the news is about may be under way: its answer is to come first. */
const isBeingAsked = (payment: PaymentRecord): boolean => payment.status === 'authorizing' || isBeingOpened(payment);

/** @returns false when somebody else has changed the payment first */
async function store(payment: PaymentRecord, known: Told, told: Told, word: Word): Promise<boolean> {
  const money = lateMoney(payment, told);
  if (money) return reopen(payment, told, money);
  const elsewhere = foundElsewhere(payment, told);
  if (elsewhere) return correct(payment, told, elsewhere);
  if (isBeingAsked(payment)) return keepBeside(payment, told);
  const hearer = hearerOf(payment);
  if (hearer) return keepWith(payment, told, { next: { ...hearer, at: new Date() } });
  const isKept = await keepBeside(payment, told);
  if (isKept) noteLate(payment, known, word);
  return isKept;
}

/**
 * Stores what a gateway that cannot be asked has told of the current attempt, and has the payment's job believe it at
 * once; while it is being asked for the money, the job believes it after the answer, or when there is none.
 */
export async function keepTold(payment: PaymentRecord, word: Word): Promise<void> {
  const known = storedTold(payment) ?? { attempt: currentAttempt(payment).no };
  const told = withWord(known, word);
  if (!told || (await store(payment, known, told, word))) return;
  const latest = await payments.findOne({ _id: payment._id });
  if (latest?.attempts.length === payment.attempts.length) await keepTold(latest, word);
  else noteLate(payment, known, word); // the customer has gone on meanwhile
}
