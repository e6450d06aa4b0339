import { isCurrency } from '../../money/currencies.js';
import { toMajor, toMinor } from '../../money/amounts.js';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';

/** An amount as Cashfree writes it: a decimal number of rupees. JSON prints the shortest text that means it, so 499.99. */
export const toRupees = ({ amount, currency }: Pick<About, 'amount' | 'currency'>): number => toMajor(amount, currency);

/**
 * The minor units of an amount of Cashfree's. Nothing is rounded.
 * @throws {ConnectorError} when it is none
 */
export function toPaise(amount: number, currency: string): number {
  const minor = isCurrency(currency) ? toMinor(amount, currency) : 'unknown_currency';
  if (typeof minor === 'number') return minor;
  throw new ConnectorError(`Cashfree answered with an amount that is none: ${minor}`);
}
