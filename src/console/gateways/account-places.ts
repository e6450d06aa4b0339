import { GATEWAYS } from '../../connectors/index.js';
import { many, type FormFields } from '../pages/form-fields.js';
import type { Place, PlaceOf } from '../pages/form-faults.js';
import { boundsIn } from './account-bounds.js';

const PLACES = new Map<string, Place>([
  ['id', { input: 'id', label: 'Id' }],
  ['mode', { input: 'mode', label: 'Mode' }],
  ['methods', { input: 'methods', label: 'Methods' }],
  ['priority', { input: 'priority', label: 'Priority' }],
  ['creditor', { input: 'creditor_name', label: 'Creditor' }],
  ['creditor.name', { input: 'creditor_name', label: 'Creditor' }],
  ['creditor.identifier', { input: 'creditor_identifier', label: 'Creditor identifier' }],
  ['credentials', { input: 'credentials', label: 'Credentials' }],
]);

const AMOUNTS = { minimums: ['minimum', 'At least'], maximums: ['maximum', 'At most'] } as const;

/** Of a bound: in the row that names its method and currency. */
function boundPlace(fields: FormFields, method: string, which: keyof typeof AMOUNTS, currency?: string): Place {
  const at = boundsIn(fields).findIndex((bound) => bound.method === method && bound.currency === currency);
  const [name, label] = AMOUNTS[which];
  return { input: `bound_${at}_${name}`, label: `${label} (bounds ${at + 1})` };
}

function methodPlace(fields: FormFields, [index, what, key]: string[]): Place | undefined {
  const method = many(fields, 'methods')[Number(index)];
  if (method === undefined) return undefined;
  if (what === 'currencies') {
    const label = key === undefined ? 'Currencies' : `Currency ${Number(key) + 1}`;
    return { input: `currencies_${method}`, label: `${label} of ${method}` };
  }
  if (what === 'wallets') return { input: 'wallets', label: 'Wallets' };
  return what === 'minimums' || what === 'maximums' ? boundPlace(fields, method, what, key) : PLACES.get('methods');
}

function credentialPlace(connector: string, name: string): Place | undefined {
  const known = GATEWAYS.get(connector)?.credentials.find((each) => each.name === name);
  return known && { input: `credential_${name}`, label: known.label };
}

/** Where in the forms of an account a field of its calls stands. */
export const accountPlaces =
  (fields: FormFields, connector: string): PlaceOf =>
  (field) => {
    const [first, ...rest] = field.split('.');
    if (first === 'methods' && rest.length > 0) return methodPlace(fields, rest);
    if (first === 'credentials' && rest.length > 0) return credentialPlace(connector, rest.join('.'));
    return PLACES.get(field);
  };
