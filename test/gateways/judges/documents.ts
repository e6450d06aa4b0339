import { Ajv, type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import type { Verdict } from './court.js';

type Schema = Record<string, unknown>;
type Body = { content?: Record<string, { schema: Schema }>; $ref?: string };
interface Document {
  paths: Record<string, Record<string, { requestBody?: Body; responses: Record<string, Body> }>>;
  components: {
    schemas: Record<string, Schema>;
    requestBodies?: Record<string, Body>;
    responses?: Record<string, Body>;
  };
}

/** OpenAPI 3.0 as JSON Schema: `nullable` is a type of its own there. */
const asJsonSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(asJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Schema;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, asJsonSchema(value)]));
  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner;
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);

interface Place {
  method: string;
  pattern: RegExp;
  /** What a document says of an answer; undefined when it says nothing. */
  validate: (status: number) => ValidateFunction | undefined;
  /** The same of the body of a request. */
  validateRequest: () => ValidateFunction | undefined;
}

/** What a reference leads to among a document's named bodies. */
function bodyOf({ components }: Document, body: Body | undefined): Body | undefined {
  const [, kind, name = ''] = /^#\/components\/(requestBodies|responses)\/(.+)$/.exec(body?.$ref ?? '') ?? [];
  if (kind === undefined) return body;
  return (kind === 'responses' ? components.responses : components.requestBodies)?.[name];
}

function placesIn(file: string): Place[] {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document; // given by whoever runs this
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema({ $id: 'document', ...(asJsonSchema({ components: document.components }) as Schema) });
  const named = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));
  const compiled = (body: Body | undefined): ValidateFunction | undefined => {
    const { schema } = bodyOf(document, body)?.content?.['application/json'] ?? {};
    return schema && ajv.compile(named(asJsonSchema(schema)) as Schema);
  };
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { requestBody, responses }]) => ({
      method: method.toUpperCase(),
      pattern: patternOf(path),
      validate: (status: number) => compiled(responses[String(status)] ?? responses.default),
      validateRequest: () => compiled(requestBody),
    })),
  );
}

/** Paths without ids, so that one fault is told once. */
const plain = (path: string): string => path.replace(/_\w{20,}/g, '_…').replace(/[0-9a-f-]{32,}\w*|\d{9,}/g, '…');

/** One path may fit several patterns: `/orders/sessions` is no order. */
const placeFor = (places: Place[], method: string, path: string): Place | undefined =>
  places
    .filter((each) => each.method === method && each.pattern.test(path))
    .sort((a, b) => Number(a.pattern.source.includes('[^/]')) - Number(b.pattern.source.includes('[^/]')))[0];

const faultsOf = (where: string, { errors }: ValidateFunction): string[] =>
  (errors ?? []).map(({ instancePath, message = '' }) => `${where}: ${instancePath} ${message}`);

/** A request as it was made. */
export interface Made {
  method: string;
  /** Without the query, and beginning as in the documents. */
  path: string;
  body: string;
}

/**
 * Holds our requests against the gateway's own documents.
 * @param files paths of OpenAPI documents
 * @returns how many requests a document knows, what is wrong with them, and what no document knows
 */
export function holdRequests(files: string[], made: readonly Made[]) {
  const places = files.flatMap(placesIn);
  const [faults, unknown] = [new Set<string>(), new Set<string>()];
  let held = 0;
  for (const { method, path, body } of made) {
    const place = placeFor(places, method, path);
    if (!place) unknown.add(`${method} ${plain(path)}`);
    else held++;
    const validate = place?.validateRequest();
    if (!validate || validate(JSON.parse(body))) continue;
    for (const fault of faultsOf(`${method} ${plain(path)}`, validate)) faults.add(fault);
  }
  return { held, faults: [...faults], unknown: [...unknown] };
}

const unexpanded = (name: string, value: unknown): unknown =>
  name === 'balance_transaction' && typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/**
 * Holds our stand-in's answers against the gateway's own documents.
 * @param files paths of OpenAPI documents
 * @returns how many answers a document knows, and what is wrong with them
 */
export function holdAgainst(
  files: string[],
  verdicts: readonly Pick<Verdict, 'method' | 'path' | 'answered'>[],
): { held: number; faults: string[] } {
  const places = files.flatMap(placesIn);
  const faults = new Set<string>();
  let held = 0;
  for (const { method, path, answered } of verdicts) {
    const validate = placeFor(places, method, path)?.validate(answered.status);
    if (!validate) continue;
    held++;
    // One of the documents knows what can be expanded by its id only.
    if (validate(JSON.parse(answered.body)) || validate(JSON.parse(answered.body, unexpanded))) continue;
    for (const fault of faultsOf(`${method} ${plain(path)} ${answered.status}`, validate)) faults.add(fault);
  }
  return { held, faults: [...faults] };
}
