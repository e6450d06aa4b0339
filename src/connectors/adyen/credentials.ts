import Joi from 'joi';
import type { CredentialField } from '../gateway.js';

const HEX_KEY = '[0-9A-Fa-f]{64}';

/** Adyen's API keys do not say which mode they are of; a prefix is of live mode alone. */
export const CREDENTIALS: readonly CredentialField[] = [
  {
    name: 'api_key',
    label: 'API key',
    help: 'Developers, API credentials, ws@Company.…: the key, with the roles that docs/gateways/adyen.md names',
    secret: true,
    schema: Joi.string().pattern(/^[\x21-\x7e]{20,512}$/),
  },
  {
    name: 'merchant_account',
    label: 'Merchant account',
    help: 'Its code, as it stands at the top of the Customer Area. It is not the company account',
    secret: false,
    schema: Joi.string().pattern(/^[A-Za-z0-9_-]{1,80}$/),
    isContract: true,
  },
  {
    name: 'hmac_key',
    label: 'HMAC key of the webhook',
    help: 'Developers, Webhooks, the standard webhook with the callback address of this account: 64 hex digits. While it is exchanged: the new one, a comma, the old one',
    secret: true,
    schema: Joi.string().pattern(new RegExp(`^${HEX_KEY}(,${HEX_KEY})?$`)),
  },
  {
    name: 'live_prefix',
    label: 'Live URL prefix',
    help: 'Of a live account alone: Developers, API URLs, Prefix, such as 1797a841fbb37ca7-Company',
    secret: false,
    schema: Joi.string().pattern(/^[A-Za-z0-9]{4,40}-[A-Za-z0-9-]{1,80}$/),
    optional: true,
    neededIn: 'live',
    modeOf: () => 'live',
  },
  {
    name: 'capture_delay',
    label: 'Capture delay',
    help: 'Whole hours from an authorization to its capture, 0 to 168; 0 when it is left out. Until then a payment without an answer can be cancelled, and refunds wait',
    secret: false,
    schema: Joi.string().pattern(/^([0-9]|[1-9][0-9]|1[0-5][0-9]|16[0-8])$/),
    optional: true,
  },
];
