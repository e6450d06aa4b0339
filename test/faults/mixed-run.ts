import { randomUUID } from 'node:crypto';
import { beginCheckout, cardForm } from '../checkout/shopper.js';
import { ask, type Answer, type Question } from '../support/ask.js';
import { cancel, enterCode } from '../support/bank-customer.js';
import type { Tollgate } from '../support/tollgate.js';
import type { SecretCard } from './card-traces.js';

const HOLDER = 'Quillon Featherby';
const card = (number: string, cvv = '739'): SecretCard => ({ number, cvv, holder: HOLDER });

export const APPROVED = card('4242424242424242');
const AMEX = card('378282246310005', '7391');
const CHALLENGED = card('4000000000003220');

/** The cards of a mixed run, none of which may be found anywhere afterwards. */
export const CARDS: SecretCard[] = [
  APPROVED,
  AMEX,
  CHALLENGED,
  card('5555555555554444'),
  card('4000000000000002'), // declined
  card('4000000000000119'), // a processing error
  card('4000000000000770'), // the gateway hangs, and has charged
  card('4000000000000887'), // the gateway hangs, and has not
  card('4000000000000259'), // its customer disputes it
];

const spaced = (number: string) => number.replace(/(....)(?=.)/g, '$1 ');

const fieldsOf = ({ number, cvv, holder }: SecretCard) => ({
  number: spaced(number),
  cvv,
  holder,
  expiry_month: 12,
  expiry_year: 2030,
});

/** A card payment that all is right with. */
export const bodyWith = (tollgate: Tollgate, secret: SecretCard, changes: object = {}) =>
  tollgate.cardBody(secret.number, { card: fieldsOf(secret), ...changes });

/** Requests that are refused, each with a whole card in it, and with its number or code where they do not belong. */
function wrongBodies(tollgate: Tollgate): (object | string)[] {
  const { number, cvv } = APPROVED;
  const whole = fieldsOf(APPROVED);
  const withCard = (changes: object) => bodyWith(tollgate, APPROVED, { card: { ...whole, ...changes } });
  const json = JSON.stringify(bodyWith(tollgate, APPROVED));
  return [
    withCard({ number: `${number.slice(0, -1)}1` }),
    withCard({ number: Number(number) }),
    withCard({ number: { $gt: number } }),
    withCard({ cvv: number }),
    withCard({ cvv: `${cvv}9` }),
    withCard({ type: number }),
    withCard({ holder: `${number}\u0007` }),
    withCard({ expiry_year: Number(number) }),
    ...['currency', 'payment_method_type', 'ipn_url', 'success_url', 'site_logo'].map((field) =>
      bodyWith(tollgate, APPROVED, { [field]: number }),
    ),
    bodyWith(tollgate, APPROVED, { amount: Number(number) }),
    bodyWith(tollgate, APPROVED, { amount: number }),
    bodyWith(tollgate, APPROVED, {
      customer: { first_name: `${cvv}\u0000`, last_name: number, email: number, mobile: number },
    }),
    bodyWith(tollgate, APPROVED, { ipn_url: `http://${number}.example\\`, details: number, identifier: '' }),
    bodyWith(tollgate, APPROVED, { public_key: number }),
    bodyWith(tollgate, APPROVED, { [number]: cvv, amount: 0 }),
    json.slice(0, -1), // cut short
    json.replace('{', '{,'),
    `[${json}]`,
    `${json}${' '.repeat(110_000)}`,
  ];
}

/** Calls that are not about a payment at all, with a card in the path, in a header, or under another media type. */
function strayCalls({ urls }: Tollgate): [string, Question][] {
  const { number, cvv } = APPROVED;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return [
    [`${urls.api}/h2h/${number}?cvv=${cvv}`, { body: {} }],
    [`${urls.api}/3ds/return/${number}?cvv=${cvv}`, { method: 'GET' }],
    [`${urls.api}/payment/checkout?payment_trx=${number}`, { method: 'GET' }],
    [`${urls.api}/h2h/initiate`, { method: 'GET', headers: { 'x-request-id': number } }],
    [`${urls.api}/h2h/initiate`, { body: `number=${number}&cvv=${cvv}`, headers: form }],
    [`${urls.sandboxApi}/charges`, { body: { card: fieldsOf(APPROVED) } }],
  ];
}

/** Good payments, bad ones, and what lies between; gives every answer. */
export async function mixedRun(tollgate: Tollgate): Promise<Answer[]> {
  const { public_key } = tollgate.merchant;
  const initiate = (body: object | string, headers = {}) => tollgate.api('/h2h/initiate', body, headers);
  const pay = (secret: SecretCard, changes?: object) => initiate(bodyWith(tollgate, secret, changes));

  const answers = await Promise.all(CARDS.map((secret) => pay(secret, { card_number: spaced(secret.number) })));
  const [passed, cancelled] = [await pay(CHALLENGED), await pay(CHALLENGED)];
  for (const url of [
    await enterCode(String(passed.body.redirect_url)),
    await cancel(String(cancelled.body.redirect_url)),
  ])
    answers.push(await ask(url ?? '', { method: 'GET' }));

  const twice = bodyWith(tollgate, AMEX);
  const headers = { 'idempotency-key': randomUUID() };
  for (const body of [twice, twice, { ...twice, card: fieldsOf(APPROVED) }])
    answers.push(await initiate(body, headers));
  answers.push(await initiate(twice), await initiate(twice, { 'idempotency-key': `${AMEX.number} ${AMEX.cvv}` }));
  for (const body of wrongBodies(tollgate)) answers.push(await initiate(body));
  for (const [url, question] of strayCalls(tollgate)) answers.push(await ask(url, question));
  for (const trx of [APPROVED.number, passed.body.trx])
    answers.push(await tollgate.api('/h2h/status', { public_key, trx, card: fieldsOf(APPROVED) }));

  const checkout = await beginCheckout(tollgate);
  for (const number of ['4000000000000002', '4242424242424241', '4242424242424242'].map(spaced))
    answers.push({ ...(await checkout.submit(cardForm(number, { cvv: '739' }))), body: {} });
  return answers;
}
