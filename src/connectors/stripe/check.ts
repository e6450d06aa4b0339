import Joi from 'joi';
import { config } from '../../../config/index.js';
import { clockFinding, found, orFault } from '../findings.js';
import type { Finding, GatewayMethod } from '../gateway.js';
import { answerForm } from '../http/answer.js';
import { timeLimit } from '../http/send.js';
import type { StripeAccess } from './access.js';
import { createClient, type Call, type Said } from './client.js';
import { isCardError } from './failure.js';
import { currency, readAnswer, text } from './read-answer.js';
import { EVENTS } from './webhook.js';

const balance = answerForm<{ livemode: boolean }>({ livemode: Joi.boolean().required() });
const owner = answerForm<{ country: string }>({ country: Joi.string().length(2).required() });
const country = answerForm<{ supported_payment_currencies: string[] }>({
  supported_payment_currencies: Joi.array().items(currency).required(),
});
const hooks = answerForm<{ data: { url: string; status: string; enabled_events: string[] }[] }>({
  data: Joi.array()
    .items(
      answerForm({
        url: Joi.string().required(),
        status: text.required(),
        enabled_events: Joi.array().items(Joi.string()).required(),
      }).optional(),
    )
    .required(),
});

const GUIDE = 'see docs/gateways/stripe.md';

/** A card of Stripe's, which charges nobody: in live mode it is declined as such, and that is an answer too. */
const TEST_CARD = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2035, cvc: '123' } };

/**
 * Finds out whether an account can be used. Each call is harmless: at most it leaves a payment method that nobody uses.
 * @param methods the account's, with their currencies: it is asked only what these need
 */
export async function checkStripe(access: StripeAccess, methods: readonly GatewayMethod[]): Promise<Finding[]> {
  const client = createClient(access);
  const limit = timeLimit(access.timeout);
  const ask = (path: string): Promise<Said> => client.call({ method: 'GET', path }, limit);

  async function mode(): Promise<Finding[]> {
    const said = await ask('/v1/balance');
    const { livemode } = readAnswer(balance, said.body);
    const is = livemode ? 'live' : 'test';
    return [
      found('reachable', true, 'Stripe answers'),
      found('authenticated', true, 'It takes the secret key'),
      found('mode', is === access.mode, `The key is of ${is} mode, the account here of ${access.mode} mode`),
      clockFinding('Stripe', said.date ?? '', 'webhooks are believed for 300 s'),
    ];
  }

  async function rawCards(): Promise<Finding> {
    if (access.testTokens) return found('raw cards', true, 'Not asked: test cards go to Stripe as tokens');
    const call: Call = { method: 'POST', path: '/v1/payment_methods', fields: TEST_CARD };
    const { failure } = await client.call(call, limit);
    return !failure || isCardError(failure)
      ? found('raw cards', true, 'The account may send card numbers')
      : found('raw cards', false, `Stripe takes no card numbers from this account: ask it for raw card data; ${GUIDE}`);
  }

  async function webhook(): Promise<Finding> {
    const url = `${config.publicUrl}/callbacks/${access.account}`;
    const { body } = await client.call({ method: 'GET', path: '/v1/webhook_endpoints', fields: { limit: 100 } }, limit);
    const own = readAnswer(hooks, body).data.filter((hook) => hook.url === url && hook.status === 'enabled');
    if (own.length === 0) return found('webhook', false, `Stripe has no enabled webhook to ${url}: add it; ${GUIDE}`);
    const missing = EVENTS.filter(
      (event) => !own.some(({ enabled_events: on }) => on.includes(event) || on.includes('*')),
    );
    return missing.length === 0
      ? found('webhook', true, `Stripe tells ${url}; its signing secret is stored here, and only an event can prove it`)
      : found('webhook', false, `The webhook to ${url} is not told of ${missing.join(', ')}: add them`);
  }

  async function currencies(): Promise<Finding> {
    const { body } = await ask('/v1/account');
    const spec = await ask(`/v1/country_specs/${readAnswer(owner, body).country}`);
    const taken = readAnswer(country, spec.body).supported_payment_currencies;
    const offered = new Set(methods.flatMap(({ currencies }) => currencies));
    const missing = [...offered].filter((code) => !taken.includes(code.toLowerCase()));
    return missing.length === 0
      ? found('currencies', true, 'The account takes every currency that its methods here have')
      : found('currencies', false, `The account takes no ${missing.join(', ')}: leave them out of its methods here`);
  }

  const first = await orFault('reachable', GUIDE, mode);
  if (first.length === 1) return first;
  const takesCards = methods.some(({ method }) => method === 'card');
  const others = await Promise.all([
    ...(takesCards ? [orFault('raw cards', GUIDE, rawCards)] : []),
    orFault('webhook', GUIDE, webhook),
    orFault('currencies', GUIDE, currencies),
  ]);
  return [...first, ...others.flat()];
}
