import { date, subdocument, text } from '../database/schema.js';
import { exponentOf } from './currencies.js';
import { divideHalfUp, toSafeNumber } from './rounding.js';

/** Units of the gateway currency for 1 USD, frozen on a payment at initiation. */
export interface FrozenRate {
  /** Decimal text, up to 8 decimals. */
  value: string;
  source: string;
  at: Date;
}

export const frozenRate = subdocument<FrozenRate>({ value: text, source: text, at: date });

const RATE_DECIMALS = 8;
const RATE_TEXT = /^[0-9]{1,10}(\.[0-9]{1,8})?$/;

/** Whether a text is a rate: units for 1 USD, above zero, with at most eight decimals. */
export const isRateText = (value: string): boolean => RATE_TEXT.test(value) && /[1-9]/.test(value);

/** "83.4512" → 8345120000n: the rate as an integer, scaled by 1e8. */
function scaled({ value }: FrozenRate): bigint {
  if (!isRateText(value)) throw new RangeError('Not a rate: positive decimal text of up to 8 decimals');
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0'));
}

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/**
 * US cents for minor units of a currency at units of it for 1 USD, half-up.
 * @throws {RangeError} when the currency or the rate's text is unknown to us, or the result is beyond safe integers
 */
export function toUsd(minor: number, currency: string, rate: FrozenRate): number {
  const cents = BigInt(minor) * powerOfTen(exponentOf('USD') + RATE_DECIMALS);
  return toSafeNumber(divideHalfUp(cents, scaled(rate) * powerOfTen(exponentOf(currency))));
}
