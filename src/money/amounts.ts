import { exponentOf, isCurrency } from './currencies.js';

/** Why a number is no amount of its currency. */
export type AmountRefusal = 'not_positive' | 'too_many_decimals' | 'unsafe';

/**
 * Most minor units that an amount may have. Every decimal of fifteen digits survives the double that JSON puts it in;
 * of longer ones two can become the same number, and one of them would have been rounded without a word.
 */
const MOST_MINOR = 999_999_999_999_999n;

interface Decimal {
  digits: bigint;
  /** How many of the digits stand after the point; negative when zeros follow. */
  scale: number;
}

/** The shortest decimal text that means this very double: "4.35", "1e-7", "1e+21". */
function decimalOf(amount: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(amount).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/**
 * Integer minor units of an amount in major units, or why it has none. Nothing is ever rounded: 4.35 USD is 435,
 * 10.5 JPY is refused.
 * @throws {RangeError} when the currency is unknown
 */
export function toMinor(amount: number, currency: string): number | AmountRefusal {
  const exponent = exponentOf(currency);
  if (!(amount > 0)) return 'not_positive';
  if (amount === Infinity) return 'unsafe';
  const { digits, scale } = decimalOf(amount);
  if (scale > exponent) return 'too_many_decimals';
  const minor = digits * 10n ** BigInt(exponent - scale);
  return minor > MOST_MINOR ? 'unsafe' : Number(minor);
}

/**
 * Major units for a JSON answer. Both operands are exact, and IEEE 754 division gives the double nearest to the true
 * quotient, which is the one that prints as the decimal.
 * @throws {RangeError} when the currency is unknown
 */
export const toMajor = (minor: number, currency: string): number => minor / 10 ** exponentOf(currency);

/**
 * The same for what a gateway says has moved: it may name a currency that is none, and then its minor units are all that
 * is known.
 */
export const toMajorAsNamed = (minor: number, currency: string): number =>
  isCurrency(currency) ? toMajor(minor, currency) : minor;

/**
 * Minor units, never negative ones, as exact decimal text, such as "100.00" or "5000".
 * @throws {RangeError} when the currency is unknown
 */
export function toDecimal(minor: number, currency: string): string {
  const exponent = exponentOf(currency);
  const digits = String(minor).padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  return `${digits.slice(0, point)}${exponent > 0 ? '.' : ''}${digits.slice(point)}`;
}

/**
 * Minor units as people read them, such as "100.00 INR" or "5000 JPY".
 * @throws {RangeError} when the currency is unknown
 */
export const formatAmount = (minor: number, currency: string): string => `${toDecimal(minor, currency)} ${currency}`;
