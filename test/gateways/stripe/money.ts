import { book, newId, type Intent, type World } from './world.js';

/** The charge of an intent, of which no money has moved yet. */
export function beginCharge(world: World, intent: Intent, type: 'card' | 'sepa_debit', details: object): void {
  const id = newId(type === 'card' ? 'ch' : 'py');
  world.charges.set(id, {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    created: world.now(),
    captured: true,
    disputed: false,
    livemode: false,
    paid: false,
    refunded: false,
    status: 'pending',
    metadata: { ...intent.metadata },
    payment_intent: intent.id,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    balance_transaction: null,
    payment_method_details: { type, [type]: details },
  });
  intent.latest_charge = id;
}

/** The money of an intent moves. */
export function succeed(world: World, intent: Intent): void {
  const charge = world.charges.get(intent.latest_charge ?? '');
  if (!charge) throw new Error(`${intent.id} has no charge`);
  const type = charge.payment_method_details.type === 'card' ? 'charge' : 'payment';
  Object.assign(charge, { status: 'succeeded', paid: true, balance_transaction: book(world, type, charge) });
  const moved = { amount_received: intent.amount, next_action: null, last_payment_error: null };
  Object.assign(intent, { status: 'succeeded', ...moved });
  world.tell('payment_intent.succeeded', intent);
}

/** The attempt has failed; another payment method could be tried. */
export function fail(world: World, intent: Intent, error: Record<string, unknown>): void {
  const status = 'requires_payment_method';
  Object.assign(intent, { status, last_payment_error: error, next_action: null, payment_method: null });
  world.tell('payment_intent.payment_failed', intent);
}
