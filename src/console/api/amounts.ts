import Joi from 'joi';
import { toMajor, toMinor } from '../../money/amounts.js';
import { currency } from '../../validation/fields.js';

/** Amounts by currency as operators write and read them: in major units. */
type Amounts = Record<string, number>;

export const amounts: Joi.ObjectSchema<Amounts> = Joi.object<Amounts>()
  .pattern(
    currency(),
    Joi.number().custom((value: number, helpers) => {
      const code = String(helpers.state.path?.at(-1));
      return typeof toMinor(value, code) === 'number' ? value : helpers.error('fee.amount');
    }),
  )
  .prefs({ stripUnknown: false }); // what is no currency is a mistake, not a field that we do not know

/** Of amounts that passed the schema. */
export const inMinor = (written: Amounts): Amounts =>
  Object.fromEntries(Object.entries(written).map(([code, amount]) => [code, Number(toMinor(amount, code))]));

export const inMajor = (stored: Amounts): Amounts =>
  Object.fromEntries(Object.entries(stored).map(([code, minor]) => [code, toMajor(minor, code)]));
