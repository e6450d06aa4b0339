import { exponentOf } from '../../src/money/currencies.js';

/** Zero included, which is no amount of a payment. */
export const toMinor = (amount: number, currency: string): number => Math.round(amount * 10 ** exponentOf(currency));

export const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
