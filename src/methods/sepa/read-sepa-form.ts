import { holdsCardNumber, type FormValues } from '../../http/form-values.js';
import { isBlank, text } from '../../validation/fields.js';
import { ibanFault, plainIban } from './iban.js';

export type SepaFaults = {
  iban?: 'missing' | 'country' | 'incomplete' | 'wrong';
  account_holder?: 'missing' | 'wrong';
};

/** The name of a debtor in a SEPA message (ISO 20022, Max70Text). */
const name = text(70);

/** A SEPA form as people type it. */
export function readSepaForm(
  values: FormValues,
): { debtor: { iban: string; holder: string }; faults?: never } | { faults: SepaFaults; debtor?: never } {
  const iban = plainIban(values.iban ?? '');
  const holder = values.account_holder ?? values.holder ?? '';
  const wrong = ibanFault(iban);
  const isWrong = holdsCardNumber(holder) || name.validate(holder).error !== undefined;
  const noName = isBlank(holder) ? 'missing' : isWrong ? 'wrong' : null;
  if (!wrong && !noName) return { debtor: { iban, holder } };
  return { faults: { ...(wrong && { iban: wrong }), ...(noName && { account_holder: noName }) } };
}
