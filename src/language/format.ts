import { exponentOf } from '../money/currencies.js';
import { asciiDigits } from '../validation/text.js';
import type { Language } from './language.js';

/** The symbol before an amount. Never a bare $ or ¥, which could mean several currencies. */
const SYMBOLS: Record<string, string> = {
  USD: 'US$',
  EUR: '€',
  GBP: '£',
  CAD: 'CA$',
  AUD: 'A$',
  JPY: 'JP¥',
  INR: '₹',
  BDT: '৳',
};

/** The locale for an amount: lakhs and crores where people count in them. */
const LOCALES: Record<Language, (currency: string) => string> = {
  en: (currency) => (currency === 'INR' || currency === 'BDT' ? 'en-IN' : 'en-GB'),
  bn: () => 'bn-BD',
};

/** 12495000 INR → "₹1,24,950.00", in Bengali "₹১,২৪,৯৫০.০০". @param minor integer in minor units */
export function writeAmount(minor: number, currency: string, language: Language): string {
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(LOCALES[language](currency), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${SYMBOLS[currency] ?? `${currency}\u00a0`}${format.format(minor / 10 ** digits)}`;
}

/** A whole number in the digits of the language. */
export const writeNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === 'bn' ? 'bn-BD' : 'en-GB').format(value);

/** The digits in a text as the language writes them: "12 / 34" → "১২ / ৩৪". */
export const inDigitsOf = (language: Language, text: string): string =>
  language === 'bn'
    ? text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x09e6 + Number(digit)))
    : asciiDigits(text);

/** The name of a country. @param code ISO 3166-1 alpha-2 */
export const writeCountry = (code: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;

/** "21 November 2026 at 13:05 UTC", since the server does not know the customer's time zone. */
export function writeTime(at: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'bn' ? 'bn-BD' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

/** What could turn the direction of the text around it (UAX #9: embeddings, overrides and isolates). */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A merchant's text as it is shown, without what could turn the direction of ours: that would end an isolate, too. */
export const withoutTurns = (text: string): string => text.replaceAll(TURNS, '');
