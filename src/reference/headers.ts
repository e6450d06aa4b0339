import type { JsonSchema } from '../openapi/json-schema.js';
import { count, text } from '../openapi/schema-parts.js';

const header = (description: string, schema: JsonSchema, required: boolean) => ({ description, required, schema });
const always = (description: string, schema: JsonSchema = text) => header(description, schema, true);
const sometimes = (description: string, schema: JsonSchema = text) => header(description, schema, false);

/** Of every answer. */
export const REQUEST_ID = { 'X-Request-Id': always('Names the request in our logs.') };

const rateLimit = (when: typeof always) => ({
  'RateLimit-Limit': when('How many requests there may be at once.', count),
  'RateLimit-Remaining': when('How many there may still be.', count),
  'RateLimit-Reset': when('Seconds until all of them are there again.', count),
});

/** Of every answer once the key was looked up; an unknown one counts for its address. */
export const RATE_LIMIT = rateLimit(always);

/** Of errors that may come before that as well. */
export const RATE_LIMIT_OR_NOT = rateLimit(sometimes);

export const REPLAYED = {
  'Idempotent-Replayed': sometimes('`true` when this is the answer of an earlier request.', { const: 'true' }),
};

/** Of errors that go away: 409 request_in_progress, 429, 503. */
export const RETRY_AFTER = { 'Retry-After': sometimes('Seconds to wait before the next try.', count) };

export const ALLOW = { Allow: always('The methods that the path takes.') };

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same request under the same key gets its first answer again for 24 hours. Visible ASCII characters.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

const ofNotification = (name: string, description: string, schema: JsonSchema = text, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

/** Standard Webhooks 1.0. */
export const NOTIFICATION_HEADERS = [
  ofNotification('webhook-id', "The event's id, the same on every retry: deduplicate on it."),
  ofNotification('webhook-timestamp', 'Unix seconds of this attempt. Refuse what is more than 300 s old.', count),
  ofNotification(
    'webhook-signature',
    '`v1,` and base64 of the HMAC-SHA256 of `id.timestamp.body` under your secret_key; two of them, with a space between, ' +
      'while your secret is being rotated.',
  ),
  ofNotification('traceparent', 'The W3C trace of the request that the payment began with.', text, false),
];
