import { asciiDigits } from '../validation/text.js';

/** What a form of the page sends, as texts. */
export type FormValues = Record<string, string>;

/** The fields of a posted form. A field that is not one text, or came twice, is empty. */
export function readForm(body: unknown): FormValues {
  if (body === null || typeof body !== 'object') return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  );
}

/** Whether a text has so many digits that it could hold a card number. Such a text is never kept or shown again. */
export const holdsCardNumber = (text: string): boolean => (asciiDigits(text).match(/[0-9]/g)?.length ?? 0) >= 12;

/** The value that its field shows again: nothing when it could hold a card number. */
export const shownAgain = (value = ''): string => (holdsCardNumber(value) ? '' : value);
