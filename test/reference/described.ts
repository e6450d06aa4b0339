import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApi } from '../../src/reference/openapi.js';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && !Array.isArray(value);

/** The document with every object closed: a field that is there and not described is a fault of the description. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isNode(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  const isWhole = value.type === 'object' && isNode(value.properties) && Array.isArray(value.required);
  return isWhole && Object.keys(value.properties as Node).length > 1
    ? { ...inner, additionalProperties: false }
    : inner;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ $id: 'api', ...(closed(openApi()) as Node) }); // an object stays one

const pointer = (...steps: string[]) => steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

/** The check of what a call answers with a status, or of a schema by its name. */
export const answerOf = (path: string, method: string, status: number): ValidateFunction =>
  ajv.compile({
    $ref: `api#/${pointer('paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema')}`,
  });

export const schemaNamed = (name: string): ValidateFunction => ajv.compile({ $ref: `api#/components/schemas/${name}` });

/** Where a value is not what the description says. */
export const differences = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
