import { inside, textIn, type Fields } from './fields.js';
import { beginCharge, fail, succeed } from './money.js';
import { checkEmail, invalid, missing } from './refusal.js';
import { newId, type Intent, type World } from './world.js';

/** Stripe's test IBANs by their last digits: one is sent back, and one takes longer than any spec waits. */
const REFUSED = '0532013001';
const SLOW = '0532013003';

/** Banks of these countries, outside the EEA, take a debit with the customer's address only. */
const OUTSIDE = /^(AD|CH|GB|GI|MC|SM|VA)/;

const NOT_AUTHORIZED = { type: 'card_error', code: 'debit_not_authorized', message: 'The debit was not authorized.' };

/** The banks settle a debit, or send it back. */
function settle(world: World, intent: Intent, iban: string): void {
  if (iban.endsWith(REFUSED)) fail(world, intent, NOT_AUTHORIZED);
  else succeed(world, intent);
}

function check(intent: Intent, iban: string, fields: Fields): void {
  const { name, email } = inside(fields, 'payment_method_data', 'billing_details');
  const { country, line1 } = inside(fields, 'payment_method_data', 'billing_details', 'address');
  const acceptance = inside(fields, 'mandate_data', 'customer_acceptance');
  const { ip_address, user_agent } = inside(acceptance, 'online');
  if (intent.currency !== 'eur') throw invalid('sepa_debit takes eur only', { param: 'currency' });
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban))
    throw invalid('No IBAN', { code: 'invalid_iban', param: 'iban' });
  if (name === undefined || email === undefined) throw missing('billing_details');
  checkEmail(email);
  if (OUTSIDE.test(iban) && (!country || !line1)) throw missing('billing_details[address]');
  if (textIn(acceptance, 'type') !== 'online' || !ip_address || !user_agent) throw missing('mandate_data');
}

/** Takes a debit on: its charge and its mandate are there at once, and the money when the banks have settled it. */
export function debit(world: World, intent: Intent, fields: Fields): Intent {
  const iban = textIn(inside(fields, 'payment_method_data', 'sepa_debit'), 'iban') ?? '';
  check(intent, iban, fields);
  const mandate = newId('mandate');
  world.mandates.set(mandate, newId('m').slice(0, 16).toUpperCase().replace('_', ''));
  beginCharge(world, intent, 'sepa_debit', { last4: iban.slice(-4), mandate });
  Object.assign(intent, { status: 'processing', last_payment_error: null });
  world.tell('payment_intent.processing', intent);
  if (!iban.endsWith(SLOW)) setTimeout(() => settle(world, intent, iban), world.bankDelay * 1000).unref();
  return intent;
}
