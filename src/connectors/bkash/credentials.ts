import Joi from 'joi';
import type { CredentialField } from '../gateway.js';

/** What a header can carry, and JSON too. */
const secretText = Joi.string()
  .max(255)
  .pattern(/^[\x21-\x7e]+$/);

/** An ARN of Amazon SNS: the region and the owner are in it. */
export const TOPIC = /^arn:aws:sns:([a-z]{2}(?:-[a-z]+)+-\d{1,2}):\d{12}:[\w-]{1,256}$/;

/** bKash's credentials do not say of which mode they are: its sandbox and its live system are two hosts. */
export const CREDENTIALS: readonly CredentialField[] = [
  {
    name: 'username',
    label: 'User name',
    help: 'Of the Checkout (URL) API, from bKash with the other three; the sandbox has its own',
    secret: false,
    schema: secretText,
  },
  { name: 'password', label: 'Password', help: 'Of that user', secret: true, schema: secretText },
  { name: 'app_key', label: 'App key', help: 'app_key of the merchant', secret: true, schema: secretText },
  { name: 'app_secret', label: 'App secret', help: 'app_secret of the merchant', secret: true, schema: secretText },
  {
    name: 'topic_arn',
    label: 'SNS topic',
    help: 'arn:aws:sns:…, of the notifications that bKash has set up for this merchant; leave it out to only ask bKash',
    secret: false,
    optional: true,
    schema: Joi.string().pattern(TOPIC),
  },
];
