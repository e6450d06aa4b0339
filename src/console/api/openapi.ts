import { Router } from 'express';
import Joi from 'joi';
import { CALLS } from './calls.js';
import type { CallDescription } from './console-call.js';
import { fieldSchemas, jsonSchema, type JsonSchema } from '../../openapi/json-schema.js';
import { OTHER_CALLS } from './other-calls.js';
import { requireRole } from '../session/require-role.js';
import { SCHEMAS, type SchemaName } from './schemas.js';
import { takesOnly } from '../../http/takes-only.js';

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const refusal = (codes: string) => ({ description: codes, content: json(ref('Error')) });

function contentOf({ gives }: CallDescription): JsonSchema {
  if (typeof gives === 'string') return json(ref(gives));
  if ('mediaType' in gives) return { [gives.mediaType]: {} };
  const properties = { data: { type: 'array', items: ref(gives.listOf) }, next_cursor: { type: ['string', 'null'] } };
  return json({ type: 'object', properties, required: ['data', 'next_cursor'] });
}

function parametersOf({ path, query }: CallDescription): JsonSchema[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = (query ? fieldSchemas(query) : []).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function operationOf(call: CallDescription): JsonSchema {
  const { role, about, query, body, status = 200, refusals = {} } = call;
  const own = Object.entries(refusals).map(([code, codes]) => [code, refusal(codes)] as const);
  return {
    summary: about,
    description: `Needs the role ${role}.`,
    parameters: parametersOf(call),
    ...(body && { requestBody: { required: true, content: json(Joi.isSchema(body) ? jsonSchema(body) : body) } }),
    responses: {
      [status]: { description: status === 201 ? 'Made' : 'Done', content: contentOf(call) },
      ...((query ?? body) && { 400: refusal('validation_error or invalid_json') }),
      401: refusal('authentication_failed'),
      ...(role !== 'viewer' && { 403: refusal('forbidden') }),
      ...Object.fromEntries(own),
      default: refusal('Any other error has the same form'),
    },
  };
}

function pathsOf(calls: CallDescription[]): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const call of calls) {
    const path = `/api${call.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [call.method]: operationOf(call) };
  }
  return paths;
}

/** The console's API as OpenAPI 3.1. */
export const openApi = () => ({
  openapi: '3.1.1',
  info: {
    title: 'Tollgate console',
    version: '1',
    description:
      'What operators do, for their scripts. Lists are pages: go on with next_cursor until it is null; a page may be ' +
      'short and still have a next one. Amounts are in major units. Ignore fields that you do not know.',
  },
  security: [{ token: [] }],
  paths: pathsOf([...CALLS, ...OTHER_CALLS]),
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: "An operator's API token; a session's cookie does too" },
    },
    schemas: SCHEMAS,
  },
});

export const openApiRoutes = Router();

let text: string | undefined;

openApiRoutes
  .route('/openapi.json')
  .all(requireRole('viewer'))
  .get((_req, res) => {
    res.type('json').send((text ??= JSON.stringify(openApi())));
  })
  .all(takesOnly('GET'));
