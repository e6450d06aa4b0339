import type Joi from 'joi';
import { type FieldError, invalidJson, validationError } from '../errors.js';
import type { Mode } from '../vocabulary.js';
import { describeFault, type FaultContext } from './faults.js';

/** What rules look at besides the body: the clock is given, never read. */
export interface RequestContext {
  now: Date;
  /** Of the merchant's key: live mode asks more of URLs. */
  mode: Mode;
  /** The tightest bounds of gateway and merchant, in minor units of the body's currency; the platform's hold anyway. */
  bounds?: { min?: number | undefined; max?: number | undefined } | undefined;
  /** Of the merchant that an operator writes about, where one is named: its accounts must be of that mode. */
  merchantMode?: Mode | undefined;
}

/** What a request of a merchant is checked by, at this moment. */
export const contextFor = ({ mode }: { mode: Mode }): RequestContext => ({ now: new Date(), mode });

/** Types are strict (contract 3), faults come all at once, unknown fields go, and we write the sentences ourselves. */
const OPTIONS = {
  abortEarly: false,
  convert: false,
  stripUnknown: true,
  errors: { render: false },
} as const satisfies Joi.ValidationOptions;

/**
 * JSON may hold 1e400, which JavaScript reads as Infinity. As the largest number it meets the same bounds as any other.
 */
const finite = (value: unknown): unknown =>
  value === Infinity || value === -Infinity ? Math.sign(value) * Number.MAX_VALUE : value;

/** A copy of the fields that were really sent: null means absent, at every depth. */
function sentFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentFields);
  if (value === null || typeof value !== 'object') return finite(value);
  const fields = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(fields.map(([name, inner]) => [name, sentFields(inner)]));
}

/** One fault per field, the first: whoever sends no text need not hear that it is also too short. */
function fieldErrors(details: Joi.ValidationErrorItem[]): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const { type, path, context } of details) {
    const field = path.join('.');
    // joi gives every context its label; limits and sentences are what a rule adds. The value stays behind.
    const { label = field, limit, sentence } = (context ?? {}) as Partial<FaultContext>;
    if (!errors.has(field)) errors.set(field, { field, ...describeFault(type, { label, limit, sentence }) });
  }
  return [...errors.values()];
}

/**
 * Checks a body and gives either the checked value or every fault, in the order of the schema's keys.
 * @throws {ApiError} invalid_json when the body is no object at all
 */
export function check<T>(
  schema: Joi.ObjectSchema<T>,
  body: unknown,
  context: RequestContext,
): { value: T; errors?: never } | { errors: FieldError[]; value?: never } {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw invalidJson();
  const result = schema.validate(sentFields(body), { ...OPTIONS, context });
  return result.error ? { errors: fieldErrors(result.error.details) } : { value: result.value };
}

/**
 * The checked body: only fields that the schema knows, each of its type.
 * @throws {ApiError} validation_error with every fault in field order; invalid_json when the body is no object
 */
export function validate<T>(schema: Joi.ObjectSchema<T>, body: unknown, context: RequestContext): T {
  const { value, errors } = check(schema, body, context);
  if (errors) throw validationError(errors);
  return value;
}

/**
 * The same for what an operator sends, of which live mode asks no more than test mode.
 * @param merchantMode of the merchant that it is about
 * @throws {ApiError} as validate()
 */
export const validateForOperator = <T>(schema: Joi.ObjectSchema<T>, given: unknown, merchantMode?: Mode): T =>
  validate(schema, given, { ...contextFor({ mode: 'test' }), merchantMode });
