import { config } from '../../config/index.js';
import { KEYS_PATH } from '../ipn/evidence.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { ABOUT, ABOUT_NOTIFICATION } from './about.js';
import { CALLS, type CallDescription } from './calls.js';
import { ERROR_CODES, type ErrorCodeName } from './error-codes.js';
import { EXAMPLES } from './examples.js';
import {
  ALLOW,
  IDEMPOTENCY_KEY,
  NOTIFICATION_HEADERS,
  RATE_LIMIT,
  REPLAYED,
  REQUEST_ID,
  RETRY_AFTER,
} from './headers.js';
import { SCHEMAS, type SchemaName } from './schemas.js';

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

function either([only, ...others]: SchemaName[]): JsonSchema {
  const refs = [only, ...others].flatMap((name) => (name ? [ref(name)] : []));
  return others.length > 0 ? { oneOf: refs } : { ...refs[0] };
}

const json = (schema: JsonSchema, examples: object = {}) => ({ 'application/json': { schema, ...examples } });

/** What every call may be refused with. */
const COMMON: ErrorCodeName[] = [
  'invalid_json',
  'validation_error',
  'authentication_failed',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const OF_WRITES: ErrorCodeName[] = ['request_in_progress', 'idempotency_mismatch'];

type Part = 'request' | 'answer';

/** What was sent to a path, or what it answered with a status. */
function examplesOf(path: string, part: Part, status = 200): object {
  const found = Object.entries(EXAMPLES).filter(([, each]) => each.path === path && each.status === status);
  const shown = found.map(([name, each]) => [name, { summary: each.summary, value: each[part] }]);
  return shown.length > 0 ? { examples: Object.fromEntries(shown) as object } : {};
}

/** One answer for all errors of a status: the one form, with the codes that may stand in it. */
function refusal(status: number, codes: ErrorCodeName[], examples: object = {}): JsonSchema {
  const ofStatus = { type: 'object', properties: { code: { type: 'string', enum: codes } }, required: ['code'] };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].when}.`).join('\n\n'),
    headers: {
      ...REQUEST_ID,
      ...([409, 429, 503].includes(status) && RETRY_AFTER),
      ...(status === 405 && ALLOW),
    },
    content: json({ allOf: [ref('Error'), ofStatus] }, examples),
  };
}

const withStatus = (status: number, codes: ErrorCodeName[]) =>
  codes.filter((code) => ERROR_CODES[code].status === status);
const statusesOf = (codes: ErrorCodeName[]) =>
  [...new Set(codes.map((code) => ERROR_CODES[code].status))].sort((a, b) => a - b);

/** What every call answers in the same way, by the name of its status. */
const SHARED: Record<string, JsonSchema> = Object.fromEntries(
  statusesOf(COMMON).map((status) => [`Error${status}`, refusal(status, withStatus(status, COMMON))]),
);

/** The shared answer where a call has neither codes nor examples of its own. */
function refusalsOf({ path, writes, refusals }: CallDescription): Record<string, JsonSchema> {
  const own = [...(writes ? OF_WRITES : []), ...refusals];
  const all = [...COMMON, ...own];
  const answers = statusesOf(all).map((status): [number, JsonSchema] => {
    const examples = examplesOf(path, 'answer', status);
    const isShared = withStatus(status, own).length === 0 && Object.keys(examples).length === 0;
    if (isShared) return [status, { $ref: `#/components/responses/Error${status}` }];
    return [status, refusal(status, withStatus(status, all), examples)];
  });
  return Object.fromEntries(answers);
}

function operationOf(call: CallDescription): JsonSchema {
  const { id, path, tag, summary, description, takes, gives, writes } = call;
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
    description,
    parameters: [...inPath, ...(writes ? [IDEMPOTENCY_KEY] : [])],
    requestBody: {
      required: true,
      content: json(either(takes), examplesOf(path, 'request')),
    },
    responses: {
      200: {
        description: 'Done.',
        headers: { ...REQUEST_ID, ...RATE_LIMIT, ...(writes && REPLAYED) },
        content: json(either(gives), examplesOf(path, 'answer', 200)),
      },
      ...refusalsOf(call),
    },
  };
}

/** What is asked with GET, by everybody: it is not under /v1. */
const OPEN_TO_ALL = {
  [KEYS_PATH]: {
    servers: [{ url: config.publicUrl }],
    get: {
      operationId: 'getEvidenceKeys',
      tags: ['Evidence'],
      summary: 'The keys that evidence is signed with',
      description: 'A JSON Web Key Set (RFC 7517), for whoever is shown evidence of what a merchant was told.',
      responses: {
        200: {
          description: 'The public keys.',
          headers: REQUEST_ID,
          content: { 'application/jwk-set+json': { schema: ref('JsonWebKeySet') } },
        },
        405: { $ref: '#/components/responses/Error405' },
      },
    },
  },
  '/healthz': {
    servers: [{ url: config.publicUrl }],
    get: {
      operationId: 'getHealth',
      tags: ['Health'],
      summary: 'Whether the process is alive',
      responses: {
        200: { description: 'It is.', headers: REQUEST_ID, content: json(ref('Health')) },
        405: { $ref: '#/components/responses/Error405' },
      },
    },
  },
  '/readyz': {
    servers: [{ url: config.publicUrl }],
    get: {
      operationId: 'getReadiness',
      tags: ['Health'],
      summary: 'Whether the stores can be reached',
      responses: {
        200: { description: 'They can.', headers: REQUEST_ID, content: json(ref('Health')) },
        405: { $ref: '#/components/responses/Error405' },
        503: { description: 'One cannot.', headers: REQUEST_ID, content: json(ref('StoresAway')) },
      },
    },
  },
};

const notification = {
  operationId: 'takeNotification',
  summary: 'A payment has ended',
  description: ABOUT_NOTIFICATION,
  parameters: NOTIFICATION_HEADERS,
  requestBody: { required: true, content: json(ref('Notification')) },
  responses: { '2XX': { description: 'Taken.' } },
};

const ping = {
  operationId: 'takePing',
  summary: 'An operator tries your endpoint',
  description:
    'Signed like any notification. Some of them are forged on purpose, to see that you verify: answer 2xx to what ' +
    'verifies and 4xx to the others.',
  parameters: NOTIFICATION_HEADERS,
  requestBody: { required: true, content: json(ref('Ping')) },
  responses: { '2XX': { description: 'It verifies.' }, '4XX': { description: 'It does not.' } },
};

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
