import { disputeNamed, listDisputes } from './disputes.js';
import { inside, textIn, type Fields } from './fields.js';
import { cancelIntent, confirmIntent, createIntent, intentNamed } from './intents.js';
import { expander, pageOf } from './lists.js';
import { checkEmail, invalid, noSuch, Refusal } from './refusal.js';
import { createRefund, refundNamed } from './refunds.js';
import { declineError } from './test-cards.js';
import { newId, type World } from './world.js';

type Route = (world: World, fields: Fields, id: string) => object;

function createPaymentMethod(world: World, fields: Fields): object {
  const { number, exp_month, exp_year } = inside(fields, 'card');
  if (!world.rawCards)
    throw invalid('Sending credit card numbers directly to the Stripe API is generally unsafe.', {}, 402);
  checkEmail(inside(fields, 'billing_details').email);
  if (typeof number !== 'string' || !/^[0-9]{12,19}$/.test(number))
    throw new Refusal(402, declineError('incorrect_number', 'incorrect_number'));
  if (Number(exp_year) < new Date().getFullYear())
    throw new Refusal(402, declineError('invalid_expiry_year', 'invalid_expiry_year'));
  const id = newId('pm');
  world.cards.set(id, number);
  const card = {
    brand: 'visa',
    exp_month: Number(exp_month),
    exp_year: Number(exp_year),
    last4: number.slice(-4),
    funding: 'credit',
  };
  const billing_details = { address: null, email: null, name: null, phone: null, tax_id: null };
  const common = { object: 'payment_method', created: world.now(), livemode: false, customer: null, metadata: {} };
  return { id, ...common, type: textIn(fields, 'type'), card, billing_details };
}

function listRefunds(world: World, fields: Fields): object {
  const intent = textIn(fields, 'payment_intent');
  const all = [...world.refunds.values()].filter((refund) => intent === undefined || refund.payment_intent === intent);
  const page = pageOf('/v1/refunds', all, fields);
  return { ...page, data: page.data.map((refund) => expander(world, fields).refund(refund, 'data.')) };
}

function listBooks(world: World, fields: Fields): object {
  const type = textIn(fields, 'type');
  const page = pageOf(
    '/v1/balance_transactions',
    world.books.filter((line) => type === undefined || line.type === type),
    fields,
  );
  return { ...page, data: page.data.map((line) => expander(world, fields).line(line, 'data.')) };
}

function mandate(world: World, id: string): object {
  const reference = world.mandates.get(id);
  if (reference === undefined) throw noSuch('mandate', id);
  const details = { type: 'sepa_debit', sepa_debit: { reference, url: `${world.url}/mandates/${id}` } };
  return {
    id,
    object: 'mandate',
    livemode: false,
    status: 'active',
    type: 'single_use',
    payment_method_details: details,
  };
}

/** The calls that there are, by method and path; a `*` is an id. */
const ROUTES = new Map<string, Route>([
  ['POST /v1/payment_intents', (world, fields) => expander(world, fields).intent(createIntent(world, fields))],
  ['GET /v1/payment_intents', (world, fields) => pageOf('/v1/payment_intents', [...world.intents.values()], fields)],
  ['GET /v1/payment_intents/*', (world, fields, id) => expander(world, fields).intent(intentNamed(world, id))],
  [
    'POST /v1/payment_intents/*/confirm',
    (world, fields, id) => expander(world, fields).intent(confirmIntent(world, id, fields)),
  ],
  [
    'POST /v1/payment_intents/*/cancel',
    (world, fields, id) => expander(world, fields).intent(cancelIntent(world, id, fields)),
  ],
  ['POST /v1/payment_methods', createPaymentMethod],
  ['POST /v1/refunds', (world, fields) => expander(world, fields).refund(createRefund(world, fields))],
  ['GET /v1/refunds', listRefunds],
  ['GET /v1/refunds/*', (world, fields, id) => expander(world, fields).refund(refundNamed(world, id))],
  ['GET /v1/disputes', listDisputes],
  ['GET /v1/disputes/*', (world, fields, id) => expander(world, fields).dispute(disputeNamed(world, id))],
  ['GET /v1/balance_transactions', listBooks],
  ['GET /v1/mandates/*', (world, _fields, id) => mandate(world, id)],
  ['GET /v1/account', () => ({ object: 'account', id: 'acct_1', country: 'DE' })],
  [
    'GET /v1/country_specs/*',
    (world, _fields, id) => ({ object: 'country_spec', id, supported_payment_currencies: world.currencies }),
  ],
  [
    'GET /v1/webhook_endpoints',
    (world) => ({ object: 'list', url: '/v1/webhook_endpoints', has_more: false, data: world.endpoints }),
  ],
  ['GET /v1/balance', () => ({ object: 'balance', livemode: false, available: [], pending: [] })],
]);

/** What a call does. @throws {Refusal} */
export function routeOf(method: string, path: string): { route: Route; id: string } {
  const [, , , id = ''] = path.split('/');
  const pattern = id === '' ? path : path.replace(`/${id}`, '/*');
  const route = ROUTES.get(`${method} ${pattern}`);
  if (!route) throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
  return { route, id: decodeURIComponent(id) };
}
