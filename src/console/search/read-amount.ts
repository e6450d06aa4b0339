import { exponentOf, isCurrency } from '../../money/currencies.js';

/** What an amount consists of, as it is typed or copied: "49.90", "1,249.50 EUR", "eur 49.90". */
const FORM = /^(?:([a-z]{3})\s*)?(\d{1,3}(?:,\d{2,3})+|\d{1,12})(\.\d{1,4})?(?:\s*([a-z]{3}))?$/i;

interface Parts {
  /** Major units, without separators of thousands. */
  amount: string;
  /** In upper case; absent when none was named. */
  currency?: string;
}

/** The parts of what has the form of an amount, whether its currency is one or not. */
export function partsOfAmount(text: string): Parts | null {
  const [, before, whole, decimals = '', after] = FORM.exec(text) ?? [];
  if (whole === undefined || (before !== undefined && after !== undefined)) return null;
  const currency = (before ?? after)?.toUpperCase();
  return { amount: whole.replaceAll(',', '') + decimals, ...(currency !== undefined && { currency }) };
}

/** An amount in major units; with a currency it is one of that currency. Null for what is none. */
export function readAmount(text: string): Parts | null {
  const parts = partsOfAmount(text);
  if (!parts) return null;
  const { amount, currency } = parts;
  if (currency === undefined) return parts;
  const decimals = amount.split('.')[1]?.length ?? 0;
  return isCurrency(currency) && decimals <= exponentOf(currency) ? parts : null;
}
