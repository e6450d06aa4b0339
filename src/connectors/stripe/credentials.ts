import Joi from 'joi';
import type { Mode } from '../../vocabulary.js';
import type { CredentialField } from '../gateway.js';

/** Stripe's keys say which mode they are of: `sk_live_…`, and `rk_…` for one that may not do everything. */
const modeOf = (key: string): Mode | null =>
  /^[sr]k_live_/.test(key) ? 'live' : /^[sr]k_test_/.test(key) ? 'test' : null;

export const CREDENTIALS: readonly CredentialField[] = [
  {
    name: 'secret_key',
    label: 'Secret key',
    help: 'Developers, API keys: sk_… or, better, a restricted key rk_… with the rights that docs/gateways/stripe.md names',
    secret: true,
    schema: Joi.string().pattern(/^[sr]k_(test|live)_\w{3,240}$/),
    modeOf,
  },
  {
    name: 'webhook_secret',
    label: 'Signing secret of the webhook',
    help: 'Developers, Webhooks: of the endpoint with the callback address of this account, whsec_…',
    secret: true,
    schema: Joi.string().pattern(/^whsec_[\w+/=-]{3,240}$/),
  },
  {
    name: 'test_cards',
    label: 'Test cards',
    help: 'numbers, as real cards are sent; or tokens, until Stripe has allowed raw card data. In live mode it changes nothing',
    secret: false,
    schema: Joi.string().valid('numbers', 'tokens'),
    optional: true,
  },
];
