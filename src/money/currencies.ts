import { data, publishDate } from 'currency-codes';

/**
 * Codes of ISO 4217 that name no money a customer could pay with: funds, units of account, metals, tests.
 * The territories' X-currencies (XAF, XCD, XCG, XOF, XPF) are markets and are not here.
 */
const NO_MARKET = new Set([
  ...['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW'], // funds codes, table A.2
  ...['XAD', 'XBA', 'XBB', 'XBC', 'XBD', 'XDR', 'XSU', 'XUA'], // units of account
  ...['XAG', 'XAU', 'XPD', 'XPT'], // metals, by the ounce
  ...['XTS', 'XXX'], // testing, and no currency at all
]);

interface Amendment {
  code: string;
  /** Day from which it counts. */
  from: string;
  /** Digits after the decimal point of a new currency; absent: the currency was withdrawn. */
  exponent?: number;
}

/** What ISO 4217 has become beyond the package's list of 2024-06-25, and what that list should not carry. */
const AMENDMENTS: Amendment[] = [
  { code: 'CUC', from: '2021-06-30' },
  { code: 'HRK', from: '2023-01-15' },
  { code: 'ZWL', from: '2024-09-01' },
  { code: 'XCG', from: '2025-03-31', exponent: 2 },
  { code: 'ANG', from: '2025-07-01' },
  { code: 'BGN', from: '2026-01-01' },
];

/** The day of the kept list; a test fails when the package moves on and the amendments need another look. */
export const LIST_DATE = publishDate;

function marketCurrencies(): Map<string, number> {
  const exponents = new Map(data.map(({ code, digits }) => [code, digits]));
  for (const { code, exponent } of AMENDMENTS)
    if (exponent === undefined) exponents.delete(code);
    else exponents.set(code, exponent);
  for (const code of NO_MARKET) exponents.delete(code);
  return exponents;
}

const EXPONENTS = marketCurrencies();

/** Whether a code is an ISO 4217 currency, in upper case, that money is paid in today. */
export const isCurrency = (code: unknown): code is string => typeof code === 'string' && EXPONENTS.has(code);

/**
 * Digits after the decimal point by ISO 4217: USD 2, JPY 0, KWD 3. Never Intl's, which answers 0 for IDR or HUF.
 * @throws {RangeError} when the code is no market currency
 */
export function exponentOf(currency: string): number {
  const exponent = EXPONENTS.get(currency);
  if (exponent === undefined) throw new RangeError('Not an ISO 4217 market currency');
  return exponent;
}

/** Every currency that money is paid in today, by the digits after its decimal point. */
export function currenciesByExponent(): Map<number, string[]> {
  const byExponent = new Map<number, string[]>();
  for (const [code, exponent] of EXPONENTS) byExponent.set(exponent, [...(byExponent.get(exponent) ?? []), code]);
  return byExponent;
}
