import type { Request } from 'express';
import { bengali } from './texts/bn.js';
import { english, type Texts } from './texts/en.js';

/** Every language that customers are spoken to in. A text that is missing in one does not compile. */
export const LANGUAGES: Record<'en' | 'bn', Texts> = { en: english, bn: bengali };

export type Language = keyof typeof LANGUAGES;

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(LANGUAGES, value);

/** `?lang=`, else what the browser prefers, else English. */
export function languageOf(req: Request<object>): Language {
  if (isLanguage(req.query.lang)) return req.query.lang;
  const preferred = req.acceptsLanguages(Object.keys(LANGUAGES));
  return isLanguage(preferred) ? preferred : 'en';
}
