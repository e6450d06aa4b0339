import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { config } from '../../config/index.js';
import { bengali } from './texts/bn.js';
import { english, type Texts } from './texts/en.js';

/** Every language that customers are spoken to in. A text that is missing in one does not compile. */
export const LANGUAGES: Record<'en' | 'bn', Texts> = { en: english, bn: bengali };

export type Language = keyof typeof LANGUAGES;

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(LANGUAGES, value);

const COOKIE = 'tollgate-language';

/** `?lang=`, else what was chosen before, else what the browser prefers, else English. */
export function languageOf(req: Request<object>): Language {
  if (isLanguage(req.query.lang)) return req.query.lang;
  const chosen = parseCookie(req.headers.cookie ?? '')[COOKIE];
  if (isLanguage(chosen)) return chosen;
  const preferred = req.acceptsLanguages(Object.keys(LANGUAGES));
  return isLanguage(preferred) ? preferred : 'en';
}

/** Keeps the choice of `?lang=` in a cookie, also for the way back from the issuer's or the wallet's page. */
export function keepLanguage(req: Request<object>, res: Response): void {
  if (!isLanguage(req.query.lang)) return;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.production } as const;
  res.append('Set-Cookie', stringifySetCookie({ name: COOKIE, value: req.query.lang, ...attributes }));
}
