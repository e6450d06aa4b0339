import Joi from 'joi';
import { type FieldError, validationError } from '../errors.js';
import { describeFault } from '../validation/faults.js';
import { isBlank, text } from '../validation/fields.js';
import { check, type RequestContext } from '../validation/validate.js';
import { cardInitiateSchema } from './card/schema.js';
import { closingFields, openingFields } from './initiate-fields.js';

/** What an H2H initiate call asks for. */
export type InitiateMethod = 'card' | 'upi' | 'wallet';

const LOCAL: Record<string, InitiateMethod> = { INR: 'upi', BDT: 'wallet' };

const commonSchema = Joi.object({ ...openingFields(text(255)), ...closingFields() });
const ORDER = Object.keys(cardInitiateSchema.describe().keys as object); // every other table is a part of this one

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value));

const localMethod = (currency: unknown): InitiateMethod | undefined =>
  typeof currency === 'string' && Object.hasOwn(LOCAL, currency) ? LOCAL[currency] : undefined;

const fault = (field: string, type: string): FieldError => ({ field, ...describeFault(type, { label: field }) });
const typeFault = (type: string): FieldError => fault('payment_method_type', type);

/** The method, or the fault that leaves it open. */
function methodOf(body: Record<string, unknown>): InitiateMethod | FieldError {
  const { payment_method_type: type, currency } = body;
  const hasCard = !isAbsent(body.card);
  if (isAbsent(type)) return hasCard ? 'card' : (localMethod(currency) ?? typeFault('any.required'));
  if (typeof type !== 'string') return typeFault('string.base');
  if (type === 'card') return 'card';
  if (type !== 'local') return typeFault('method.unsupported');
  if (hasCard) return typeFault('method.contradiction');
  return localMethod(currency) ?? fault('currency', 'currency.local');
}

const place = ({ field }: FieldError): number => ORDER.indexOf(field.split('.')[0] ?? field);

/** One fault per field, in the order of the specification's tables. What is wrong with a currency is said before which ones would do. */
function inOrder(errors: FieldError[], added: FieldError): FieldError[] {
  if (added.field === 'currency' && errors.some(({ field }) => field === added.field)) return errors;
  return [...errors.filter(({ field }) => field !== added.field), added].sort((a, b) => place(a) - place(b));
}

/**
 * Which method an initiate call means: the type it names, else a card means card, else INR or BDT means local.
 * @throws {ApiError} validation_error when that stays open, with every other fault: of a card's fields when there is one, else
 * of the fields that all methods have
 */
export function chooseMethod(body: Record<string, unknown>, context: RequestContext): InitiateMethod {
  const method = methodOf(body);
  if (typeof method === 'string') return method;
  const schema = isAbsent(body.card) ? commonSchema : cardInitiateSchema;
  throw validationError(inOrder(check(schema, body, context).errors ?? [], method));
}
