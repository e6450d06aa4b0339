import type Joi from 'joi';
import { orNull } from './schema-parts.js';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has them. */
export type JsonSchema = Record<string, unknown>;

interface Rule {
  name: string;
  args?: { limit?: unknown };
}

type Literal = string | number | boolean;

/** The parts of what joi says of a schema that we use; joi's own type says `any`. */
interface Description {
  type: string;
  flags?: { presence?: string; description?: string; default?: unknown };
  metas?: JsonSchema[];
  rules?: Rule[];
  keys?: Record<string, Description>;
  items?: Description[];
  patterns?: { rule: Description }[];
}

const LIMITS: Record<string, string> = { min: 'minimum', max: 'maximum' };

function typeOf({ type, rules = [] }: Description): JsonSchema {
  const isWhole = rules.some(({ name }) => name === 'integer');
  const isEmail = rules.some(({ name }) => name === 'email');
  const limits = rules.flatMap(({ name, args }): [string, unknown][] => {
    const limit = LIMITS[name];
    return limit === undefined ? [] : [[limit, args?.limit]];
  });
  return {
    ...(type !== 'any' && { type: isWhole ? 'integer' : type }),
    ...(isEmail && { format: 'email' }),
    ...Object.fromEntries(limits),
  };
}

function objectOf({ keys = {}, patterns = [] }: Description): JsonSchema {
  const fields = Object.entries(keys).filter(([, { flags }]) => flags?.presence !== 'forbidden');
  const required = fields.filter(([, { flags }]) => flags?.presence === 'required').map(([name]) => name);
  const [pattern] = patterns;
  const properties = fields.map(([name, field]): [string, JsonSchema] => {
    const isNeeded = required.includes(name) || field.type === 'any';
    return [name, isNeeded ? convert(field) : orNull(convert(field))]; // validate() takes null for absent
  });
  return {
    type: 'object',
    ...(fields.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(pattern && { additionalProperties: convert(pattern.rule) }),
  };
}

const isLiteral = (value: unknown): value is Literal => ['string', 'number', 'boolean'].includes(typeof value);

function convert(described: Description): JsonSchema {
  const { type, flags, metas = [], items = [] } = described;
  const description = flags?.description;
  return {
    ...(type === 'object' ? objectOf(described) : typeOf(described)),
    ...(type === 'array' && { items: items[0] ? convert(items[0]) : {} }),
    ...(description !== undefined && { description }),
    ...(isLiteral(flags?.default) && { default: flags.default }), // a function's result is nothing to show
    // What our own rules demand, in JSON Schema's words.
    ...metas.reduce<JsonSchema>((all, meta) => ({ ...all, ...meta }), {}),
  };
}

const describe = (schema: Joi.Schema) => schema.describe() as Description;

/**
 * A joi schema as JSON Schema: types, presence, limits, and what is said with description() and meta(). The packages that
 * do this know nothing of our own rules and forbid unknown fields, which we ignore.
 */
export const jsonSchema = (schema: Joi.Schema): JsonSchema => convert(describe(schema));

/** The fields of an object's schema, each as JSON Schema. */
export const fieldSchemas = (schema: Joi.ObjectSchema): [name: string, field: JsonSchema][] =>
  Object.entries(describe(schema).keys ?? {}).map(([name, field]) => [name, convert(field)]);
