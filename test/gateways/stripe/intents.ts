import { inside, listIn, textIn, type Fields } from './fields.js';
import { invalid, missing, noSuch, Refusal } from './refusal.js';
import { debit } from './debits.js';
import { openDispute } from './disputes.js';
import { beginCharge, fail, succeed } from './money.js';
import { behaviourOf, declineError, TOKENS } from './test-cards.js';
import { newId, type Intent, type World } from './world.js';

const ZERO_DECIMAL = [
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
];
const THREE_DECIMAL = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
const LEAST = 50;

/** What the work comes to when its answer is lost on purpose. */
export class Unanswered extends Error {}

export function intentNamed(world: World, id: string): Intent {
  const intent = world.intents.get(id);
  if (!intent) throw noSuch('payment_intent', id);
  return intent;
}

function checkAmount(amount: number, currency: string): void {
  if (!Number.isInteger(amount) || amount < 1)
    throw invalid('Invalid integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (THREE_DECIMAL.includes(currency) && amount % 10 !== 0)
    throw invalid('The last digit must be 0', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > 99_999_999)
    throw invalid('Amount must be no more than 99999999', { code: 'amount_too_large', param: 'amount' });
  if (!ZERO_DECIMAL.includes(currency) && amount < LEAST)
    throw invalid('Amount must be at least 0.50', { code: 'amount_too_small', param: 'amount' });
}

export function createIntent(world: World, fields: Fields): Intent {
  const { amount, currency, description, metadata } = fields;
  if (typeof amount !== 'string') throw missing('amount');
  if (typeof currency !== 'string') throw missing('currency');
  checkAmount(Number(amount), currency);
  const id = newId('pi');
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount: Number(amount),
    amount_received: 0,
    currency,
    created: world.now(),
    status: 'requires_payment_method',
    description: typeof description === 'string' ? description : null,
    metadata: typeof metadata === 'object' ? (metadata as Record<string, string>) : {}, // a form of texts, one deep
    payment_method_types: listIn(fields, 'payment_method_types'),
    client_secret: `${id}_secret_${newId('x')}`,
    confirmation_method: 'automatic',
    capture_method: 'automatic',
    livemode: false,
    next_action: null,
    last_payment_error: null,
    latest_charge: null,
    payment_method: null,
    canceled_at: null,
    cancellation_reason: null,
  };
  world.intents.set(id, intent);
  return intent;
}

function unexpectedState(intent: Intent): Refusal {
  const message = `This PaymentIntent has a status of ${intent.status} and cannot be changed so.`;
  return invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: { ...intent } });
}

const declined = (intent: Intent, error: Record<string, unknown>): Refusal =>
  new Refusal(402, { ...error, payment_intent: { ...intent } });

/** Charges a card that needs no, or no more, authentication. */
export function chargeCard(world: World, intent: Intent, number: string): Record<string, unknown> | null {
  const { decline, code = 'card_declined', disputed } = behaviourOf(number);
  if (decline === undefined) {
    beginCharge(world, intent, 'card', { last4: number.slice(-4), exp_month: 12, exp_year: 2040 });
    succeed(world, intent);
    const charge = world.charges.get(intent.latest_charge ?? '');
    if (charge && disputed)
      setTimeout(() => openDispute(world, charge, { reason: disputed }), world.bankDelay * 1000).unref();
    return null;
  }
  const error = declineError(decline, code);
  fail(world, intent, error);
  return error;
}

function challenge(world: World, intent: Intent, number: string, fields: Fields): void {
  if (textIn(fields, 'error_on_requires_action') === 'true') {
    const error = {
      type: 'card_error',
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Your card was declined.',
    };
    fail(world, intent, error);
    throw declined(intent, error);
  }
  const returnUrl = textIn(fields, 'return_url');
  if (returnUrl === undefined) {
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } });
    return;
  }
  world.challenges.set(intent.id, { returnUrl, number });
  const url = `${world.url}/3ds/${intent.id}`;
  const next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
  Object.assign(intent, { status: 'requires_action', next_action });
}

const MAY_BE_CONFIRMED = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function confirmIntent(world: World, id: string, fields: Fields): Intent {
  const intent = intentNamed(world, id);
  if (!MAY_BE_CONFIRMED.includes(intent.status)) throw unexpectedState(intent);
  if (textIn(inside(fields, 'payment_method_data'), 'type') === 'sepa_debit') return debit(world, intent, fields);
  const method = textIn(fields, 'payment_method') ?? '';
  const number = TOKENS.get(method) ?? world.cards.get(method);
  if (number === undefined) throw noSuch('PaymentMethod', method);
  intent.payment_method = method;
  const { threeDs, hangs } = behaviourOf(number);
  if (threeDs) challenge(world, intent, number, fields);
  else {
    const error = chargeCard(world, intent, number);
    if (hangs) throw new Unanswered();
    if (error) throw declined(intent, error);
  }
  return intent;
}

const MAY_BE_CANCELLED = [...MAY_BE_CONFIRMED, 'requires_capture'];

export function cancelIntent(world: World, id: string, fields: Fields): Intent {
  const intent = intentNamed(world, id);
  if (!MAY_BE_CANCELLED.includes(intent.status)) throw unexpectedState(intent);
  Object.assign(intent, {
    status: 'canceled',
    next_action: null,
    canceled_at: world.now(),
    cancellation_reason: textIn(fields, 'cancellation_reason') ?? null,
  });
  world.tell('payment_intent.canceled', intent);
  return intent;
}
