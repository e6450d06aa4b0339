import { exponentOf, isCurrency } from '../../money/currencies.js';
import { ConnectorError } from '../connector.js';

/** Adyen's decimals where they are not those of ISO 4217 (docs: currency codes). */
const EXCEPTIONS = new Map([
  ['CLP', 2],
  ['CVE', 0],
  ['IDR', 0],
  ['ISK', 2],
]);

/** By how many digits Adyen's minor units are finer than ours. */
const shiftOf = (currency: string): number =>
  isCurrency(currency) ? (EXCEPTIONS.get(currency) ?? exponentOf(currency)) - exponentOf(currency) : 0;

export interface AdyenAmount {
  value: number;
  currency: string;
}

/** An amount as Adyen writes it. @throws {ConnectorError} when its minor units are too coarse for it */
export function toAdyen(amount: number, currency: string): AdyenAmount {
  const value = amount * 10 ** shiftOf(currency);
  if (!Number.isSafeInteger(value)) throw new ConnectorError(`Adyen has no such amount in ${currency}`);
  return { value, currency };
}

/** An amount of Adyen's as we write it. @throws {ConnectorError} when our minor units are too coarse for it */
export function fromAdyen({ value, currency }: AdyenAmount): { amount: number; currency: string } {
  const amount = value / 10 ** shiftOf(currency);
  if (!Number.isSafeInteger(amount)) throw new ConnectorError(`Adyen named an amount in ${currency} that is none`);
  return { amount, currency };
}
