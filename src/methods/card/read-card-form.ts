import type Joi from 'joi';
import { asciiDigits } from '../../validation/text.js';
import { holdsCardNumber, type FormValues } from '../../http/form-values.js';
import type { FieldError } from '../../errors.js';
import { check, type RequestContext } from '../../validation/validate.js';
import { cardFields } from './card-fields.js';
import { networkOf } from './networks.js';
import type { CardFields } from './schema.js';

/** What is wrong with a card form, by field: names of texts. */
export type CardFaults = {
  number?: 'missing' | 'incomplete' | 'wrong' | 'network';
  expiry?: 'missing' | 'form' | 'past' | 'far';
  cvv?: 'missing' | 'wrong' | 'wrongAmex';
  holder?: 'missing' | 'wrong';
};

const schema = cardFields() as Joi.ObjectSchema<CardFields>; // joi cannot tell what its rules leave of a card

const FOUR_YEARS_FIRST = /^(\d{4})\s*[-/.]\s*(\d{1,2})$/;
const MONTH_FIRST = /^(\d{1,2})(?:\s*[-/.]\s*|\s+)(\d{4}|\d{2})$/;
const DIGITS_ONLY = /^(\d{1,2})(\d{4}|\d{2})$/;

/** "1/34", "01 / 34", "12/2034", "0134", "2034-01" → month and four-digit year; null for anything else. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const typed = asciiDigits(text).trim();
  const [, year4, month4] = FOUR_YEARS_FIRST.exec(typed) ?? [];
  const [, month2 = month4, year2 = year4] = MONTH_FIRST.exec(typed) ?? DIGITS_ONLY.exec(typed) ?? [];
  if (month2 === undefined || year2 === undefined) return null;
  const month = Number(month2);
  if (month < 1 || month > 12) return null;
  return { month, year: year2.length === 2 ? 2000 + Number(year2) : Number(year2) };
}

const numberFault = (digits: string, code: string): NonNullable<CardFaults['number']> => {
  if (digits === '') return 'missing';
  if (code === 'unsupported_network') return 'network';
  return /^[0-9]{1,11}$/.test(digits) ? 'incomplete' : 'wrong';
};

/** A name of nothing but three or four digits is a security code in the wrong field. */
const isNoName = (holder: string) => holdsCardNumber(holder) || /^[0-9]{3,4}$/.test(asciiDigits(holder));

/** The faults in our own words; the rules are those of the API. */
function faultsFor(errors: FieldError[], digits: string, values: FormValues): CardFaults {
  const codes = new Map(errors.map(({ field, code }) => [field, code]));
  const has = (field: string) => codes.has(field);
  const year = codes.get('expiry_year');
  const faults: CardFaults = {};
  if (has('number')) faults.number = numberFault(digits, codes.get('number') ?? '');
  if (has('expiry_month') || has('expiry_year'))
    faults.expiry = !values.expiry ? 'missing' : year === 'expired' ? 'past' : year === 'too_large' ? 'far' : 'form';
  if (has('cvv')) faults.cvv = !values.cvv ? 'missing' : networkOf(digits) === 'AMEX' ? 'wrongAmex' : 'wrong';
  if (has('holder')) faults.holder = values.holder ? 'wrong' : 'missing';
  return faults;
}

/** A card as people type it: spaces, dashes and Bengali digits are taken. */
export function readCardForm(
  values: FormValues,
  context: RequestContext,
): { card: CardFields; faults?: never } | { faults: CardFaults; card?: never } {
  const digits = asciiDigits(values.number ?? '').replace(/[\s-]/g, '');
  const expiry = readExpiry(values.expiry ?? '');
  const holder = values.holder ?? '';
  const { value, errors } = check(
    schema,
    {
      number: digits,
      ...(expiry && { expiry_month: expiry.month, expiry_year: expiry.year }),
      cvv: asciiDigits(values.cvv ?? ''),
      holder,
    },
    context,
  );
  if (value && !isNoName(holder)) return { card: value };
  const faults = faultsFor(errors ?? [], digits, values);
  return { faults: holder && isNoName(holder) ? { ...faults, holder: 'wrong' } : faults };
}
