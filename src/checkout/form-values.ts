import { asciiDigits } from '../ascii-digits.js';

/** What a form of the page sends, as texts. */
export type FormValues = Record<string, string>;

/** The fields of a posted form; a field that came twice, or as anything but text, is empty. */
export function readForm(body: unknown): FormValues {
  if (body === null || typeof body !== 'object') return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  );
}

/** Whether a text holds what could be a card number: such a text is never shown again or kept. */
export const holdsCardNumber = (text: string): boolean => (asciiDigits(text).match(/[0-9]/g)?.length ?? 0) >= 12;

/** A value to be shown again in its field. */
export const shownAgain = (value = ''): string => (holdsCardNumber(value) ? '' : value);
