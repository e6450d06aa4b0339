import { isCredential, many, numeric, one, some, type FormFields } from '../pages/form-fields.js';
import { boundsBy } from './account-bounds.js';

const methodsIn = (fields: FormFields) =>
  many(fields, 'methods').map((method) => ({
    method,
    currencies: one(fields, `currencies_${method}`)
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    minimums: boundsBy(fields, method, 'minimum'),
    maximums: boundsBy(fields, method, 'maximum'),
    ...(method === 'wallet' && { wallets: many(fields, 'wallets') }), // none is none, which is refused: absent is all
  }));

/** What an account's forms say of its credentials: those that were typed. */
export const credentialsIn = (fields: FormFields) =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => isCredential(name) && one(fields, name) !== '')
      .map((name) => [name.slice('credential_'.length), one(fields, name)]),
  );

/** An account that has a creditor keeps one: emptied inputs are handed on, to be refused. */
function creditorIn(fields: FormFields, hasOne: boolean) {
  const [name, identifier] = [some(fields, 'creditor_name'), some(fields, 'creditor_identifier')];
  const isEmptied = hasOne && 'creditor_name' in fields;
  return (name ?? identifier) !== undefined || isEmptied
    ? { creditor: { name: name ?? '', identifier: identifier ?? '' } }
    : {};
}

/**
 * What may change of an account as its form writes it, as the API's calls take it.
 * @param stored the account that it is about; none of a new one
 */
export const accountChangesIn = (fields: FormFields, stored?: { creditor?: object | null | undefined }) => ({
  methods: methodsIn(fields),
  three_ds: one(fields, 'three_ds') === 'yes',
  on_request: one(fields, 'on_request') === 'yes',
  // Emptied it is for the schema to refuse: null would leave it as it is.
  priority: 'priority' in fields ? (numeric(one(fields, 'priority')) ?? '') : null,
  ...creditorIn(fields, Boolean(stored?.creditor)),
});

/** A new account as its form writes it. */
export const accountIn = (fields: FormFields) => ({
  id: one(fields, 'id'),
  connector: one(fields, 'connector'),
  mode: one(fields, 'mode'),
  ...accountChangesIn(fields),
  credentials: credentialsIn(fields),
});
