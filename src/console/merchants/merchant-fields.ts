import { type FormFields, many, numeric, one, some } from '../pages/form-fields.js';

/** Rows of a form that are numbered: `fee_0_currency`, `fee_1_currency` … */
const rowsOf = (fields: FormFields, prefix: string): string[] => [
  ...new Set(Object.keys(fields).flatMap((name) => new RegExp(`^${prefix}_\\d{1,2}_`).exec(name) ?? [])),
];

function feesIn(fields: FormFields) {
  return rowsOf(fields, 'fee').flatMap((row) => {
    const [method, currency] = [some(fields, `${row}method`), some(fields, `${row}currency`)?.toUpperCase()];
    const numbers = ['percent_bps', 'fixed', 'minimum', 'maximum'].map(
      (name) => [name, numeric(one(fields, row + name))] as const,
    );
    if (numbers.every(([, value]) => value === undefined)) return []; // an empty row
    return [{ method, currency, ...Object.fromEntries(numbers) }];
  });
}

const minimumsIn = (fields: FormFields) =>
  Object.fromEntries(
    rowsOf(fields, 'minimum').flatMap((row) => {
      const [currency, amount] = [one(fields, `${row}currency`).toUpperCase(), numeric(one(fields, `${row}amount`))];
      return currency === '' && amount === undefined ? [] : [[currency, amount ?? '']];
    }),
  );

/** A merchant as its form writes it, as the API's calls take it: each field as a whole. */
export const merchantIn = (fields: FormFields) => ({
  name: one(fields, 'name'),
  methods: one(fields, 'every_method') === 'yes' ? null : many(fields, 'methods'),
  three_ds_policy: some(fields, 'three_ds_policy'),
  late_money_policy: some(fields, 'late_money_policy'),
  accounts: many(fields, 'accounts'),
  fees: feesIn(fields),
  minimums: minimumsIn(fields),
  privacy_url: some(fields, 'privacy_url') ?? null,
});
