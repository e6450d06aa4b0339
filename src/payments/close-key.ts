import type { CardResult } from '../connectors/card.js';
import { NotDecided, NothingTaken } from '../connectors/connector.js';
import type { AsyncPaymentResult } from '../connectors/orders.js';
import { aboutAttempt, currentAttempt } from './attempts.js';
import { connectorOf } from './connector-of.js';
import { asRead, storedCameBack, storedTold, type Told } from './news.js';
import { payments, type PaymentRecord } from './payment.model.js';
import { expedite } from './poll-now.js';

/** Nobody was asked to close it, since somebody else has changed the payment: whoever wants it closed looks again. */
export class Overtaken extends NotDecided {}

/** Whether the customer was sent to a challenge, and has brought nothing back that the gateway could be told. */
function isUnfinished(payment: PaymentRecord): boolean {
  return currentAttempt(payment).outcome === 'challenge' && storedCameBack(payment) === undefined;
}

/**
 * Stores that a close is asked for, before it is: money that is told of meanwhile may be about to go.
 * @throws {Overtaken}
 */
async function noteAsked(payment: PaymentRecord): Promise<void> {
  const known = storedTold(payment);
  const attempt = currentAttempt(payment).no;
  const asked: Told = { ...known, attempt, closing: 'asked', underWay: (known?.underWay ?? 0) + 1 };
  const { matchedCount } = await payments.updateOne(asRead(payment), { $set: { told: asked } });
  if (matchedCount === 0) throw new Overtaken('The payment has moved on while it was to be closed');
}

/**
 * Takes that back of a close that provably did nothing. When no other may be under way, what was told of money counts.
 * The payment may have moved on meanwhile: by news of that money.
 */
async function noteUnasked(payment: PaymentRecord): Promise<void> {
  const asked = { _id: payment._id, 'told.attempt': currentAttempt(payment).no, 'told.closing': 'asked' } as const;
  await payments.updateOne(asked, { $inc: { 'told.underWay': -1 } });
  const latest = await payments.findOneAndUpdate(
    { ...asked, 'told.underWay': 0 },
    { $unset: { 'told.closing': '' } },
    { returnDocument: 'after' },
  );
  if (latest?.told?.result) await expedite(latest);
}

/** Closes a key or an order. Where that takes money back, it is known at any moment whether it may be about to. */
async function closing<T>(
  payment: PaymentRecord,
  { closingUndoes }: { closingUndoes?: boolean },
  close: () => Promise<T>,
): Promise<T> {
  const isAnswered = ['done', 'refused'].includes(storedTold(payment)?.closing ?? '');
  if (!closingUndoes || isAnswered) return close();
  await noteAsked(payment);
  try {
    return await close();
  } catch (error) {
    if (error instanceof NothingTaken) await noteUnasked(payment);
    throw error;
  }
}

/**
 * Closes an order, so that nobody can pay it from now on.
 * @throws {ConnectorError} when it is not known what has become of it; Overtaken
 */
export async function closeOrder(payment: PaymentRecord): Promise<AsyncPaymentResult> {
  const connector = connectorOf(payment, 'orders');
  return closing(payment, connector.capabilities, () => connector.cancelOrder(aboutAttempt(payment)));
}

/**
 * Closes a card's key, so that it moves no money from now on.
 * @throws {ConnectorError} when it is not known what the key has come to; Overtaken
 */
export async function closeCard(payment: PaymentRecord): Promise<CardResult> {
  const connector = connectorOf(payment, 'card');
  const about = { ...aboutAttempt(payment), isUnfinished: isUnfinished(payment) };
  return closing(payment, connector.capabilities, () => connector.voidCard(about));
}
