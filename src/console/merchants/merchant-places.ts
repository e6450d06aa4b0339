import type { FormFields } from '../pages/form-fields.js';
import type { Place, PlaceOf } from '../pages/form-faults.js';
import { feeRow, leastRowsIn } from './merchant-fields.js';

/** By input, which is called as its field. */
const LABELS = new Map([
  ['name', 'Name'],
  ['privacy_url', 'Privacy page'],
  ['methods', 'Methods'],
  ['three_ds_policy', '3-D Secure'],
  ['late_money_policy', 'Money that comes after the end'],
  ['accounts', 'Gateway accounts'],
]);

const FEE_LABELS = new Map([
  ['method', 'Method'],
  ['currency', 'Currency'],
  ['percent_bps', 'Basis points'],
  ['fixed', 'Fixed'],
  ['minimum', 'At least'],
  ['maximum', 'At most'],
]);

/** Of a rule as a whole: at its first input. */
function feePlace(fields: FormFields, index: string, what?: string): Place | undefined {
  const row = feeRow(fields, Number(index));
  if (row === undefined) return undefined;
  const label = what === undefined ? undefined : FEE_LABELS.get(what);
  return label === undefined
    ? { input: `fee_${row}_method`, label: `Fee rule ${row + 1}` }
    : { input: `fee_${row}_${what}`, label: `${label} (fee rule ${row + 1})` };
}

function leastPlace(fields: FormFields, currency: string): Place {
  const at = leastRowsIn(fields).findIndex((row) => row.currency === currency);
  return { input: `minimum_${at}_amount`, label: `Amount (least amount ${at + 1})` };
}

/** Where in the form of a merchant a field of its calls stands. */
export const merchantPlaces =
  (fields: FormFields): PlaceOf =>
  (field) => {
    const [first = '', key, what] = field.split('.');
    if (first === 'fees' && key !== undefined) return feePlace(fields, key, what);
    if (first === 'minimums' && key !== undefined) return leastPlace(fields, key);
    const label = LABELS.get(first);
    return label === undefined ? undefined : { input: first, label };
  };
