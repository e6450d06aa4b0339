import { isCredential, many, numeric, one, some, type FormFields } from '../pages/form-fields.js';

const BOUND = /^bound_\d{1,2}_/;

/** The bounds of a method's rows: `bound_0_method`, `bound_0_currency`, `bound_0_minimum`, `bound_0_maximum`. */
function boundsIn(fields: FormFields, method: string, which: 'minimum' | 'maximum') {
  const rows = [...new Set(Object.keys(fields).flatMap((name) => BOUND.exec(name) ?? []))];
  const ofMethod = rows.filter((row) => one(fields, `${row}method`) === method);
  const bounds = ofMethod.flatMap((row) => {
    const amount = numeric(one(fields, row + which));
    return amount === undefined ? [] : [[one(fields, `${row}currency`).toUpperCase(), amount] as const];
  });
  return bounds.length > 0 ? Object.fromEntries(bounds) : undefined;
}

const methodsIn = (fields: FormFields) =>
  many(fields, 'methods').map((method) => ({
    method,
    currencies: one(fields, `currencies_${method}`)
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    minimums: boundsIn(fields, method, 'minimum') ?? null,
    maximums: boundsIn(fields, method, 'maximum') ?? null,
    ...(method === 'wallet' && { wallets: fields.wallets === undefined ? null : many(fields, 'wallets') }),
  }));

/** What an account's forms say of its credentials: those that were typed. */
export const credentialsIn = (fields: FormFields) =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => isCredential(name) && one(fields, name) !== '')
      .map((name) => [name.slice('credential_'.length), one(fields, name)]),
  );

/** What may change of an account as its form writes it, as the API's calls take it. */
export function accountChangesIn(fields: FormFields) {
  const [name, identifier] = [some(fields, 'creditor_name'), some(fields, 'creditor_identifier')];
  return {
    methods: methodsIn(fields),
    three_ds: one(fields, 'three_ds') === 'yes',
    on_request: one(fields, 'on_request') === 'yes',
    priority: numeric(one(fields, 'priority')) ?? null,
    ...((name ?? identifier) !== undefined && { creditor: { name: name ?? '', identifier: identifier ?? '' } }),
  };
}

/** A new account as its form writes it. */
export const accountIn = (fields: FormFields) => ({
  id: one(fields, 'id'),
  connector: one(fields, 'connector'),
  mode: one(fields, 'mode'),
  ...accountChangesIn(fields),
  credentials: credentialsIn(fields),
});
