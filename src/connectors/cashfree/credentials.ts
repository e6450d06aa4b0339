import Joi from 'joi';
import type { Mode } from '../../vocabulary.js';
import type { CredentialField } from '../gateway.js';

/** Secrets that were made lately say their mode (`cfsk_ma_test_…`, `cfsk_ma_prod_…`), older ones do not. */
const modeOf = (secret: string): Mode | null =>
  /^cfsk_ma_prod_/.test(secret) ? 'live' : /^cfsk_ma_test_/.test(secret) ? 'test' : null;

const SECRET = '[A-Za-z0-9_-]{10,255}';

export const CREDENTIALS: readonly CredentialField[] = [
  {
    name: 'client_id',
    label: 'App ID',
    help: 'Developers, API keys: x-client-id. Test keys are made in the test environment of the dashboard',
    secret: false,
    schema: Joi.string().pattern(/^[A-Za-z0-9_-]{5,128}$/),
    modeOf: (id) => (/^TEST/.test(id) ? 'test' : null),
  },
  {
    name: 'client_secret',
    label: 'Secret key',
    help: 'Shown once beside the App ID. It signs the webhooks, too. While it is exchanged: the new one, a comma, the old one',
    secret: true,
    schema: Joi.string().pattern(new RegExp(`^${SECRET}(,${SECRET})?$`)),
    modeOf,
  },
];
