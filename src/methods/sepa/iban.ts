import { asciiDigits } from '../../validation/text.js';

/**
 * Characters of an IBAN by country, for the countries and territories of the SEPA scheme (SWIFT IBAN registry;
 * EPC409-09). Guernsey, Jersey and the Isle of Man use British IBANs.
 */
const LENGTHS: Record<string, number> = {
  ...{ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27 },
  ...{ GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24 },
  ...{ ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19, SK: 24, SM: 27, VA: 22 },
};

/** ISO 7064 mod 97-10: the first four characters go last, letters count from A = 10, and the rest is 1. */
function passesMod97(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** An IBAN without the spaces and dashes that people type, with a to z (and no other letters) in upper case and ASCII digits. */
export const plainIban = (typed: string): string =>
  asciiDigits(typed)
    .replace(/[\s-]/g, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** What is wrong with a plain IBAN; null when nothing is. */
export function ibanFault(iban: string): 'missing' | 'country' | 'incomplete' | 'wrong' | null {
  if (iban === '') return 'missing';
  if (!/^[A-Z]{2}(0[2-9]|[1-8][0-9]|9[0-8])[A-Z0-9]*$/.test(iban)) return 'wrong'; // 98 less a rest: 02 to 98
  const length = Object.hasOwn(LENGTHS, iban.slice(0, 2)) ? LENGTHS[iban.slice(0, 2)] : undefined;
  if (length === undefined) return 'country';
  if (iban.length < length) return 'incomplete';
  return iban.length === length && passesMod97(iban) ? null : 'wrong';
}

/** "DE89 … 3000": country, check digits and the last four, which is all that is kept and shown (GDPR). */
export const maskIban = (iban: string): string => `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
