import { Eta } from 'eta';
import type { Response } from 'express';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { LANGUAGES, type Language } from '../language/language.js';

const templates = new Eta({ views: join(ROOT, 'views/checkout'), cache: true });

/** Answers with a page for customers, out of views/checkout, in their language. */
export function showPage(res: Response, status: number, page: string, language: Language, data: object = {}): void {
  const other: Language = language === 'en' ? 'bn' : 'en';
  const texts = { texts: LANGUAGES[language], all: LANGUAGES };
  const drawnAt = new Date().toISOString();
  const html = templates.render(page, { language, other, ...texts, drawnAt, ...data });
  res.status(status).type('html').send(html);
}
