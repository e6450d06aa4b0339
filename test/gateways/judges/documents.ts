import { Ajv, type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import type { Verdict } from './court.js';

type Schema = Record<string, unknown>;
interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >;
  components: { schemas: Record<string, Schema> };
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
  validate: (status: number) => ValidateFunction | undefined;
}

function placesIn(file: string): Place[] {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document; // given by whoever runs this
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema({ $id: 'document', ...(asJsonSchema({ components: document.components }) as Schema) });
  const named = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      pattern: patternOf(path),
      validate(status: number) {
        const { schema } = (responses[String(status)] ?? responses.default)?.content?.['application/json'] ?? {};
        return schema && ajv.compile(named(asJsonSchema(schema)) as Schema);
      },
    })),
  );
}

const unexpanded = (name: string, value: unknown): unknown =>
  name === 'balance_transaction' && typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

/**
 * Holds our stand-in's answers against the gateway's own documents.
 * @param files paths of OpenAPI documents
 * @returns how many answers a document knows, and what is wrong with them
 */
export function holdAgainst(files: string[], verdicts: readonly Verdict[]): { held: number; faults: string[] } {
  const places = files.flatMap(placesIn);
  const faults = new Set<string>();
  let held = 0;
  for (const { method, path, answered } of verdicts) {
    const exact = places.find((each) => each.method === method && each.pattern.test(path));
    const validate = exact?.validate(answered.status);
    if (!validate) continue;
    held++;
    // One of the documents knows what can be expanded by its id only.
    if (validate(JSON.parse(answered.body)) || validate(JSON.parse(answered.body, unexpanded))) continue;
    for (const { instancePath, message = '' } of validate.errors ?? [])
      faults.add(`${method} ${path.replace(/_\w{20,}/g, '_…')} ${answered.status}: ${instancePath} ${message}`);
  }
  return { held, faults: [...faults] };
}
