import type { JsonSchema } from './json-schema.js';

/** The words that the schemas of our APIs' answers are written in. */
export const text = { type: 'string' };
export const flag = { type: 'boolean' };
export const number = { type: 'number' };
export const count = { type: 'integer' };
export const time = { type: 'string', format: 'date-time' };
export const uuid = { type: 'string', format: 'uuid' };
export const always = (value: string) => ({ type: 'string', const: value });
export const object = { type: 'object' };
export const texts = { type: 'array', items: text };
export const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values });
export const orNull = ({ type, enum: values, ...rest }: JsonSchema): JsonSchema => ({
  type: [type, 'null'],
  ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  ...rest,
});
export const listOf = (items: JsonSchema) => ({ type: 'array', items });
export const of = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
export const only = (properties: Record<string, JsonSchema>) => ({
  ...of(properties),
  required: Object.keys(properties),
});
