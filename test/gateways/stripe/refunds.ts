import { inside, textIn, type Fields } from './fields.js';
import { intentNamed, Unanswered } from './intents.js';
import { invalid, noSuch } from './refusal.js';
import { book, newId, type Charge, type Refund, type World } from './world.js';

export function refundNamed(world: World, id: string): Refund {
  const refund = world.refunds.get(id);
  if (!refund) throw noSuch('refund', id);
  return refund;
}

function chargeOf(world: World, intent: string): Charge {
  const { latest_charge } = intentNamed(world, intent);
  const charge = world.charges.get(latest_charge ?? '');
  if (charge?.status === 'succeeded') return charge;
  throw invalid(`${intent} has no successful charge to refund.`, { param: 'payment_intent' });
}

/** The money goes back. */
function giveBack(world: World, refund: Refund): void {
  const { type } = world.charges.get(refund.charge)?.payment_method_details ?? {};
  refund.status = 'succeeded';
  refund.balance_transaction = book(world, type === 'card' ? 'refund' : 'payment_refund', refund);
  world.tell('refund.updated', refund);
}

/** A refund fails, perhaps days after it had succeeded: the money is with the merchant again. */
export function failRefund(world: World, refund: Refund, reason = 'lost_or_stolen_card'): void {
  if (refund.balance_transaction !== null) book(world, 'refund_failure', refund);
  const charge = world.charges.get(refund.charge);
  if (charge) charge.amount_refunded -= refund.amount;
  Object.assign(refund, { status: 'failed', failure_reason: reason });
  world.tell('refund.failed', refund);
}

/**
 * Gives money back. It goes by the last two digits of the amount, which is ours and not Stripe's: 55 fails; 66 is pending
 * for a while; 77 succeeds and 88 fails, and the answer never comes.
 */
export function createRefund(world: World, fields: Fields): Refund {
  const intent = textIn(fields, 'payment_intent') ?? '';
  const charge = chargeOf(world, intent);
  const left = charge.amount - charge.amount_refunded;
  const amount = Number(textIn(fields, 'amount') ?? left);
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (!(amount <= left))
    throw invalid('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
  const reason = textIn(fields, 'reason') ?? null;
  if (reason !== null && !['duplicate', 'fraudulent', 'requested_by_customer'].includes(reason))
    throw invalid('Invalid reason', { param: 'reason' });
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: charge.currency,
    created: world.now(),
    charge: charge.id,
    payment_intent: intent,
    metadata: inside(fields, 'metadata') as Record<string, string>, // a form of texts, one deep
    reason,
    status: 'pending',
    balance_transaction: null,
  };
  world.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  const way = amount % 100;
  if (way === 55 || way === 88) failRefund(world, refund);
  else if (way === 66) setTimeout(() => giveBack(world, refund), world.bankDelay * 1000).unref();
  else giveBack(world, refund);
  if (way === 77 || way === 88) throw new Unanswered();
  return refund;
}
