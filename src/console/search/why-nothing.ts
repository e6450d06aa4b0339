import { passesLuhn } from '../../validation/luhn.js';
import { exponentOf, isCurrency } from '../../money/currencies.js';
import { partsOfAmount } from './read-amount.js';

/** Whether a text may be the whole number of a card: nobody but its holder should write that anywhere. */
export function isLikeCard(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{13,19}$/.test(digits) && passesLuhn(digits);
}

/** What is said of an amount that there is none of. */
function whyNoAmount(text: string): string | null {
  const { amount = '', currency = '' } = partsOfAmount(text) ?? {};
  if (currency === '') return null;
  const isOne: boolean = isCurrency(currency);
  if (!isOne) return `${currency} is no currency that is paid in: write its code, as in 49.90 EUR.`;
  const digits = exponentOf(currency);
  return `Amounts in ${currency} have ${digits === 0 ? 'no' : digits} decimals, so none is ${amount}.`;
}

/**
 * Why a search has found nothing, when its text shows that: what it is, and how to look for it instead. Null when it may
 * just not be there.
 */
export function whyNothing(text: string): string | null {
  if (isLikeCard(text))
    return 'Whole card numbers are kept nowhere, so none can be searched for: look for its last four digits instead.';
  if (/^\+[\d\s()-]{7,}$/.test(text))
    return 'Phone numbers are not searched: look for the customer’s e-mail, or for what they paid, as in 49.90 EUR.';
  if (/^https?:\/\//i.test(text))
    return 'Addresses are not searched: the hosts that are notified stand under Endpoints, with their merchants.';
  return whyNoAmount(text);
}
