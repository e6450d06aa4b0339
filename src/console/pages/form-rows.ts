import { isCurrency } from '../../money/currencies.js';
import type { FieldError } from '../../errors.js';
import { one, type FormFields } from './form-fields.js';

/**
 * The numbered rows of a form, `fee_0_currency`, `fee_1_currency` …, up to the last in which anything stands. A row that
 * was left empty keeps its place, so that a fault is said at the row that was typed.
 * @param read makes a row of what stands in its inputs; '' where nothing does
 */
export function rowsIn<R>(fields: FormFields, kind: string, read: (value: (name: string) => string) => R): R[] {
  const row = new RegExp(`^${kind}_(\\d{1,3})_`);
  const filled = Object.keys(fields).flatMap((name) => {
    const number = row.exec(name)?.[1];
    return number === undefined || one(fields, name) === '' ? [] : [Number(number)];
  });
  const count = Math.max(-1, ...filled) + 1;
  return Array.from({ length: count }, (_, at) => read((name) => one(fields, `${kind}_${at}_${name}`)));
}

/** What is wrong with the currency of a row that needs one. */
export function currencyFaults(input: string, label: string, code: string): FieldError[] {
  if (code === '') return [{ field: input, code: 'required', message: `${label} is required` }];
  const message = `${label} must be the ISO 4217 code of a currency in use, such as EUR`;
  return isCurrency(code) ? [] : [{ field: input, code: 'unsupported_currency', message }];
}
