import type { JsonSchema } from '../openapi/json-schema.js';
import { EXAMPLES } from './examples.js';
import type { SchemaName } from './schemas.js';

// What calls are sent and answer, as OpenAPI has it.

export const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

/** One of these schemas. */
export function either([only, ...others]: SchemaName[]): JsonSchema {
  const refs = [only, ...others].flatMap((name) => (name ? [ref(name)] : []));
  return others.length > 0 ? { oneOf: refs } : { ...refs[0] };
}

export const json = (schema: JsonSchema, examples: object = {}) => ({ 'application/json': { schema, ...examples } });

type Part = 'request' | 'answer';

/** What was sent to a path, or what it answered with a status. */
export function examplesOf(path: string, part: Part, status = 200): object {
  const found = Object.entries(EXAMPLES).filter(([, each]) => each.path === path && each.status === status);
  const shown = found.map(([name, each]) => [name, { summary: each.summary, value: each[part] }]);
  return shown.length > 0 ? { examples: Object.fromEntries(shown) as object } : {};
}
