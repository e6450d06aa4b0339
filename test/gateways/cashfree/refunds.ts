import { book } from './money.js';
import { orderNamed } from './orders.js';
import { invalid, Refusal, unknown } from './refusal.js';
import { Unanswered } from './sessions.js';
import { attemptsAt, newId, written, type Attempt, type Refund, type World } from './world.js';

type Body = Record<string, unknown>;

const nameOf = (orderId: string, refundId: string): string => `${orderId} ${refundId}`;

export function refundNamed(world: World, orderId: string, refundId: string): Refund {
  orderNamed(world, orderId);
  const refund = world.refunds.get(nameOf(orderId, refundId));
  if (!refund) throw unknown('refund');
  return refund;
}

export const refundsOf = ({ refunds }: World, orderId: string): Refund[] =>
  [...refunds.values()].filter(({ order_id }) => order_id === orderId);

const dataOf = (refund: Refund): object => ({
  refund: { ...refund, cf_refund_id: Number(refund.cf_refund_id), cf_payment_id: Number(refund.cf_payment_id) },
});

function settle(world: World, refund: Refund, attempt: Attempt, status: Refund['refund_status'], why: string): void {
  refund.refund_status = status;
  refund.status_description = why;
  refund.processed_at = written(world.now());
  if (status === 'SUCCESS') {
    refund.refund_arn = newId().slice(-12);
    const { refund_amount: amount, cf_refund_id: id, refund_id: refundId } = refund;
    book(world, 'REFUND', 'DEBIT', { amount, id, attempt, refundId });
  }
  world.tell('REFUND_STATUS_WEBHOOK', dataOf(refund));
}

/** Takes a refund back that had succeeded, as some banks do. */
export function takeBack(world: World, refund: Refund): void {
  const attempt = world.attempts.get(refund.cf_payment_id);
  if (!attempt) throw unknown('payment');
  const { refund_amount: amount, refund_id: refundId } = refund;
  book(world, 'REFUND_REVERSAL', 'CREDIT', { amount, id: newId(), attempt, refundId });
  settle(world, refund, attempt, 'CANCELLED', 'the bank has sent the refund back');
}

/** Whether so much of an order can be given back still: what is refused counts for nothing. */
function leftOf(world: World, attempt: Attempt): number {
  const gone = refundsOf(world, attempt.order_id).filter(
    ({ refund_status }) => refund_status !== 'CANCELLED' && refund_status !== 'FAILED',
  );
  const paise = (rupees: number): number => Math.round(rupees * 100);
  return paise(attempt.payment_amount) - gone.reduce((sum, { refund_amount }) => sum + paise(refund_amount), 0);
}

/** What becomes of a refund, by the last two digits of its paise. */
function decide(world: World, refund: Refund, attempt: Attempt): void {
  const ending = Math.round(refund.refund_amount * 100) % 100;
  if (ending === 55 || ending === 88) settle(world, refund, attempt, 'CANCELLED', 'the bank does not take it');
  else if (ending === 66) setTimeout(() => settle(world, refund, attempt, 'SUCCESS', 'done'), world.bankDelay).unref();
  else settle(world, refund, attempt, 'SUCCESS', 'Refund processed successfully');
  if (ending === 77 || ending === 88) throw new Unanswered();
}

function repeated(world: World, refund: Refund, amount: unknown): Refund {
  if (world.refundsRepeat && refund.refund_amount === amount) return refund;
  throw new Refusal(
    world.refundsRepeat ? 400 : 409,
    world.refundsRepeat ? 'refund_id_already_exists' : 'refund_already_exists',
    'refund with same id is already present',
  );
}

export function createRefund(world: World, orderId: string, body: Body): Refund {
  const order = orderNamed(world, orderId);
  const { refund_id, refund_amount, refund_note, refund_speed = 'STANDARD' } = body;
  if (typeof refund_id !== 'string' || !/^[A-Za-z0-9]{3,40}$/.test(refund_id)) throw invalid('refund_id');
  if (typeof refund_note !== 'string' || refund_note.length < 3 || refund_note.length > 100)
    throw invalid('refund_note');
  if (refund_speed !== 'STANDARD') throw invalid('refund_speed');
  const known = world.refunds.get(nameOf(orderId, refund_id));
  if (known) return repeated(world, known, refund_amount);
  const attempt = attemptsAt(world, orderId).find(({ payment_status }) => payment_status === 'SUCCESS');
  if (!attempt) throw new Refusal(409, 'refund_not_allowed', 'order is not paid');
  const isAmount = typeof refund_amount === 'number' && /^\d+(\.\d{1,2})?$/.test(String(refund_amount));
  if (!isAmount || refund_amount <= 0 || Math.round(refund_amount * 100) > leftOf(world, attempt))
    throw invalid('refund_amount');
  const refund: Refund = {
    cf_refund_id: newId(),
    cf_payment_id: attempt.cf_payment_id,
    order_id: order.order_id,
    refund_id,
    entity: 'refund',
    refund_amount,
    refund_currency: 'INR',
    refund_note,
    refund_status: 'PENDING',
    refund_type: 'MERCHANT_INITIATED',
    status_description: 'In Progress',
    created_at: written(world.now()),
  };
  world.refunds.set(nameOf(orderId, refund_id), refund);
  decide(world, refund, attempt);
  return refund;
}
