import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApi } from '../../src/reference/openapi.js';

type Node = Record<string, unknown>;

/** The parts of the document that are looked up here. */
type Headers = Record<string, { required: boolean }>;
type Described = Record<
  string,
  Record<string, { responses?: Record<number, { $ref?: string; headers?: Headers }> } | undefined>
>;

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

/** What a call answers a status with, which may stand among what all calls share. */
const answerIn = ({ paths }: ReturnType<typeof openApi>, path: string, method: string, status: number) =>
  (paths as Described)[path]?.[method]?.responses?.[status];

/** The check of what a call answers with a status, or of a schema by its name. */
export const answerOf = (path: string, method: string, status: number): ValidateFunction => {
  const shared = answerIn(openApi(), path, method, status)?.$ref?.replace('#/', '');
  const answer = shared ?? pointer('paths', path, method, 'responses', String(status));
  return ajv.compile({ $ref: `api#/${answer}/content/application~1json/schema` });
};

export const schemaNamed = (name: string): ValidateFunction => ajv.compile({ $ref: `api#/components/schemas/${name}` });

/** The headers of such an answer, and whether each always comes, by their names in small letters. */
export function headersOf(path: string, method: string, status: number): Map<string, boolean> {
  const api = openApi();
  const answer = answerIn(api, path, method, status);
  const { headers = {} } = api.components.responses[answer?.$ref?.split('/').at(-1) ?? ''] ?? answer ?? {};
  return new Map(Object.entries(headers as Headers).map(([name, { required }]) => [name.toLowerCase(), required]));
}

/** Where a value is not what the description says. */
export const differences = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
