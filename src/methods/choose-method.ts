import Joi from 'joi';
import { type FieldError, validationError } from '../errors.js';
import { describeFault } from '../validation/faults.js';
import { isBlank, text } from '../validation/fields.js';
import { check, type RequestContext } from '../validation/validate.js';
import { cardInitiateSchema } from './card/schema.js';
import { METHODS } from './index.js';
import { closingFields, openingFields } from './initiate-fields.js';

/** What the H2H API knows of methods. */
const METHODS_OF_API = METHODS.flatMap(({ name, currencies, h2h }) => (h2h ? [{ name, currencies, ...h2h }] : []));
type ApiMethod = (typeof METHODS_OF_API)[number];

/** Each `payment_method_type` that means methods. */
const TYPES = [...new Set(METHODS_OF_API.map(({ type }) => type))];

const ofType = (wanted: string): ApiMethod[] => METHODS_OF_API.filter(({ type }) => type === wanted);

const commonSchema = Joi.object({ ...openingFields(text(255)), ...closingFields() });
const ORDER = Object.keys(cardInitiateSchema.describe().keys as object); // every other table is a part of this one

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value));

const methodFor = (type: string, currency: unknown): ApiMethod | undefined =>
  ofType(type).find(({ currencies }) => currencies?.some((code) => code === currency) ?? true);

const fault = (field: string, type: string, limit?: string): FieldError => ({
  field,
  ...describeFault(type, { label: field, limit }),
});
const typeFault = (type: string, limit?: string): FieldError => fault('payment_method_type', type, limit);

/** The method, or the fault that leaves it open. */
function methodOf(body: Record<string, unknown>): ApiMethod | FieldError {
  const { payment_method_type: type, currency } = body;
  const hasCard = !isAbsent(body.card);
  const meant = isAbsent(type) ? (hasCard ? 'card' : 'local') : type;
  if (typeof meant !== 'string') return typeFault('string.base');
  if (!TYPES.includes(meant)) return typeFault('method.unsupported', TYPES.join(' or '));
  if (meant !== 'card' && hasCard) return typeFault('method.contradiction');
  const method = methodFor(meant, currency);
  if (method) return method;
  if (isAbsent(type)) return typeFault('any.required');
  const codes = ofType(meant).flatMap(({ currencies = [] }) => currencies);
  return fault('currency', 'currency.method', `${codes.join(' or ')} for ${meant} payments`);
}

const place = ({ field }: FieldError): number => ORDER.indexOf(field.split('.')[0] ?? field);

/** One fault per field, in the order of the specification's tables. What is wrong with a currency is said before which ones would do. */
function inOrder(errors: FieldError[], added: FieldError): FieldError[] {
  if (added.field === 'currency' && errors.some(({ field }) => field === added.field)) return errors;
  return [...errors.filter(({ field }) => field !== added.field), added].sort((a, b) => place(a) - place(b));
}

/**
 * Which method an initiate call means: the type it names, else a card means card, else the currency a local method.
 * @throws {ApiError} validation_error when that stays open, with every other fault: of a card's fields when there is one, else
 * of the fields that all methods have
 */
export function chooseMethod(body: Record<string, unknown>, context: RequestContext): ApiMethod {
  const method = methodOf(body);
  if ('initiate' in method) return method;
  const schema = isAbsent(body.card) ? commonSchema : cardInitiateSchema;
  throw validationError(inOrder(check(schema, body, context).errors ?? [], method));
}
