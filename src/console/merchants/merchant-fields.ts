import type { FieldError } from '../../errors.js';
import { type FormFields, many, numeric, one, some } from '../pages/form-fields.js';
import { currencyFaults, rowsIn } from '../pages/form-rows.js';

/** The rows of fee rules as they were typed. */
const feeRowsIn = (fields: FormFields) =>
  rowsIn(fields, 'fee', (value) => ({
    method: value('method'),
    currency: value('currency').toUpperCase(),
    percent_bps: value('percent_bps'),
    fixed: value('fixed'),
    minimum: value('minimum'),
    maximum: value('maximum'),
  }));

/** The fee rules, and the number of the row of each: one without numbers is no rule. */
function feesIn(fields: FormFields) {
  return feeRowsIn(fields).flatMap(({ method, currency, ...texts }, row) => {
    const numbers = Object.entries(texts).map(([name, text]) => [name, numeric(text)] as const);
    if (numbers.every(([, value]) => value === undefined)) return [];
    const rule = { method: method || undefined, currency: currency || undefined, ...Object.fromEntries(numbers) };
    return [{ row, rule }];
  });
}

/** The row of the fee rule that is the nth to be sent. */
export const feeRow = (fields: FormFields, nth: number): number | undefined => feesIn(fields)[nth]?.row;

/** The rows of least amounts as they were typed. */
export const leastRowsIn = (fields: FormFields) =>
  rowsIn(fields, 'minimum', (value) => ({ currency: value('currency').toUpperCase(), amount: value('amount') }));

const faultsByRow = (fields: FormFields): FieldError[][] =>
  leastRowsIn(fields).map(({ currency, amount }, at, rows) => {
    if (currency === '' && amount === '') return [];
    const [field, label] = [`minimum_${at}_currency`, `Currency (least amount ${at + 1})`];
    const isRepeated = currency !== '' && rows.slice(0, at).some((earlier) => earlier.currency === currency);
    const message = `${label} must not repeat that of an earlier row`;
    return isRepeated ? [{ field, code: 'duplicate', message }] : currencyFaults(field, label, currency);
  });

/** What is wrong with the rows of least amounts as such; of the amounts the call tells. */
export const leastFaults = (fields: FormFields): FieldError[] => faultsByRow(fields).flat();

/** Of rows with which nothing is wrong; no amount is for the schema to refuse. */
function minimumsIn(fields: FormFields) {
  const faults = faultsByRow(fields);
  return Object.fromEntries(
    leastRowsIn(fields).flatMap(({ currency, amount }, at) =>
      currency !== '' && faults[at]?.length === 0 ? [[currency, numeric(amount) ?? ''] as const] : [],
    ),
  );
}

/** A merchant as its form writes it, as the API's calls take it: each field as a whole. */
export const merchantIn = (fields: FormFields) => ({
  name: one(fields, 'name'),
  methods: one(fields, 'every_method') === 'yes' ? null : many(fields, 'methods'),
  three_ds_policy: some(fields, 'three_ds_policy'),
  late_money_policy: some(fields, 'late_money_policy'),
  accounts: many(fields, 'accounts'),
  fees: feesIn(fields).map(({ rule }) => rule),
  minimums: minimumsIn(fields),
  privacy_url: some(fields, 'privacy_url') ?? null,
});

/** The same, for the form to be drawn again with the rows that were typed. */
export const merchantFormIn = (fields: FormFields) => ({
  ...merchantIn(fields),
  fees: feeRowsIn(fields),
  minimums: leastRowsIn(fields),
});
