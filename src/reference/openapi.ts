import { config } from '../../config/index.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { ABOUT } from './about.js';
import { CALLS, describe, type CallDescription } from './calls.js';
import { either, examplesOf, json } from './content.js';
import { IDEMPOTENCY_KEY, RATE_LIMIT, REPLAYED, REQUEST_ID } from './headers.js';
import { OPEN_TO_ALL } from './open-to-all.js';
import { refusalsOf, SHARED } from './refusals.js';
import { SCHEMAS } from './schemas.js';
import { notification, ping } from './webhooks.js';

function operationOf(call: CallDescription): JsonSchema {
  const { id, path, tag, summary, forms, writes } = call;
  const inPath = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'The transaction id.',
    schema: { type: 'string' },
  }));
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: describe(call),
    parameters: [...inPath, ...(writes ? [IDEMPOTENCY_KEY] : [])],
    requestBody: {
      required: true,
      content: json(either(forms.map(({ takes }) => takes)), examplesOf(path, 'request')),
    },
    responses: {
      200: {
        description: 'Done.',
        headers: { ...REQUEST_ID, ...RATE_LIMIT, ...(writes && REPLAYED) },
        content: json(either(forms.map(({ gives }) => gives)), examplesOf(path, 'answer', 200)),
      },
      ...refusalsOf(call),
    },
  };
}

/** The merchants' API as OpenAPI 3.1. */
export const openApi = () => ({
  openapi: '3.1.1',
  info: { title: 'Tollgate', version: '1', summary: 'Payments by card, UPI and wallet', description: ABOUT },
  servers: [{ url: config.publicUrl }, { url: `${config.publicUrl}/v1` }],
  tags: [
    { name: 'H2H', description: 'The customer stays on your site.' },
    { name: 'Hosted page', description: 'The customer pays on a page of ours.' },
    { name: 'Sandbox', description: 'For test keys.' },
    { name: 'Evidence', description: 'What was sent, when, and what came back: signed.' },
    { name: 'Health', description: 'For load balancers.' },
  ],
  paths: {
    ...Object.fromEntries(CALLS.map((call) => [call.path, { post: operationOf(call) }])),
    ...OPEN_TO_ALL,
  },
  webhooks: { payment: { post: notification }, ping: { post: ping } },
  components: { schemas: SCHEMAS, responses: SHARED },
});
