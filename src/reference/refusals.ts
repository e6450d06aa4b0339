import type { JsonSchema } from '../openapi/json-schema.js';
import type { CallDescription } from './calls.js';
import { examplesOf, json, ref } from './content.js';
import { ERROR_CODES, type ErrorCodeName } from './error-codes.js';
import { ALLOW, RATE_LIMIT, RATE_LIMIT_OR_NOT, REQUEST_ID, RETRY_AFTER } from './headers.js';

/** What every call may be refused with. */
const COMMON: ErrorCodeName[] = [
  'bad_request',
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

/** In the order of contract 2: what is refused before the key is looked up, and what may be refused before and after. */
const BEFORE_LIMITS = [405, 408, 415, 431];
const BEFORE_AND_AFTER = [400, 413, 500, 503];

function limitsIn(status: number): JsonSchema {
  if (BEFORE_LIMITS.includes(status)) return {};
  return BEFORE_AND_AFTER.includes(status) ? RATE_LIMIT_OR_NOT : RATE_LIMIT;
}

/** One answer for all errors of a status: the one form, with the codes that may stand in it. */
function refusal(status: number, codes: ErrorCodeName[], examples: object = {}): JsonSchema {
  const ofStatus = { type: 'object', properties: { code: { type: 'string', enum: codes } }, required: ['code'] };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].when}.`).join('\n\n'),
    headers: {
      ...REQUEST_ID,
      ...limitsIn(status),
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
export const SHARED: Record<string, JsonSchema> = {
  ...Object.fromEntries(
    statusesOf(COMMON).map((status) => [`Error${status}`, refusal(status, withStatus(status, COMMON))]),
  ),
  Error431: refusal(431, ['bad_request']),
};

const shared = (status: number): JsonSchema => ({ $ref: `#/components/responses/Error${status}` });

/** The shared answer where a call has neither codes nor examples of its own. */
export function refusalsOf({ path, writes, refusals }: CallDescription): Record<string, JsonSchema> {
  const own = [...(writes ? OF_WRITES : []), ...refusals];
  const all = [...COMMON, ...own];
  const answers = statusesOf(all).map((status): [number, JsonSchema] => {
    const examples = examplesOf(path, 'answer', status);
    const isShared = withStatus(status, own).length === 0 && Object.keys(examples).length === 0;
    if (isShared) return [status, shared(status)];
    return [status, refusal(status, withStatus(status, all), examples)];
  });
  return { ...Object.fromEntries(answers), 431: shared(431) };
}
