import { code as lookUp } from 'currency-codes';

/** 4990, 'EUR' → "EUR 49.90": with the code, since a bare $ may be one of six currencies. */
export function formatAmount(amount: number, currency: string, lang: 'en' | 'bn'): string {
  const digits = lookUp(currency)?.digits ?? 2; // ISO 4217's exponent: Intl's own is wrong for some
  const format = new Intl.NumberFormat(lang, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}
