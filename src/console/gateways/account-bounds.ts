import type { FieldError } from '../../errors.js';
import { many, numeric, type FormFields } from '../pages/form-fields.js';
import { currencyFaults, rowsIn } from '../pages/form-rows.js';

/** A row of an account's form: `bound_0_method`, `bound_0_currency`, `bound_0_minimum`, `bound_0_maximum`. */
export interface Bound {
  method: string;
  currency: string;
  minimum: string;
  maximum: string;
}

/** The rows of bounds as they were typed. */
export const boundsIn = (fields: FormFields): Bound[] =>
  rowsIn(fields, 'bound', (value) => ({
    method: value('method'),
    currency: value('currency').toUpperCase(),
    minimum: value('minimum'),
    maximum: value('maximum'),
  }));

interface Bounded {
  method: string;
  minimums: Record<string, number>;
  maximums: Record<string, number>;
}

/** The rows of what an account has, amounts in major units. */
export const boundsOf = (methods: Bounded[]): Bound[] =>
  methods.flatMap(({ method, minimums, maximums }) =>
    [...new Set([...Object.keys(minimums), ...Object.keys(maximums)])].map((currency) => ({
      method,
      currency,
      minimum: String(minimums[currency] ?? ''),
      maximum: String(maximums[currency] ?? ''),
    })),
  );

/** A row without amounts is no bound: emptying them is how one is taken away. */
const binds = ({ minimum, maximum }: Bound): boolean => minimum !== '' || maximum !== '';

const isSamePair = (one: Bound, other: Bound): boolean =>
  binds(one) && one.method === other.method && one.currency === other.currency;

/** What is wrong with a row that could not be told by what is stored: it would be left out without a word. */
function rowFaults(bound: Bound, at: number, rows: Bound[], ticked: string[]): FieldError[] {
  if (!binds(bound)) return [];
  const [field, name] = [`bound_${at}_method`, `bounds ${at + 1}`];
  const pairFaults: FieldError[] = !ticked.includes(bound.method)
    ? [{ field, code: 'required', message: `Method (${name}) must be one that is ticked above` }]
    : rows.slice(0, at).some((earlier) => isSamePair(earlier, bound))
      ? [
          {
            field,
            code: 'duplicate',
            message: `Method (${name}) must not repeat method and currency of an earlier row`,
          },
        ]
      : [];
  return [...pairFaults, ...currencyFaults(`bound_${at}_currency`, `Currency (${name})`, bound.currency)];
}

const faultsByRow = (fields: FormFields): FieldError[][] =>
  boundsIn(fields).map((bound, at, rows) => rowFaults(bound, at, rows, many(fields, 'methods')));

/** What is wrong with the rows of bounds as such; of their amounts the call tells. */
export const boundFaults = (fields: FormFields): FieldError[] => faultsByRow(fields).flat();

/** The bounds of one method, by currency, as the API's calls take them: of rows with which nothing is wrong. */
export function boundsBy(fields: FormFields, method: string, which: 'minimum' | 'maximum') {
  const faults = faultsByRow(fields);
  const bounds = boundsIn(fields).flatMap((bound, at) => {
    const amount = numeric(bound[which]);
    const isSound = bound.method === method && faults[at]?.length === 0;
    return isSound && amount !== undefined ? [[bound.currency, amount] as const] : [];
  });
  return bounds.length > 0 ? Object.fromEntries(bounds) : null;
}
