import type { Response } from 'express';
import { Eta } from 'eta';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

const templates = new Eta({ views: join(ROOT, 'views/sandbox'), cache: true });

/** Answers with a page of views/sandbox. */
export function showPage(res: Response, status: number, template: string, data: object = {}): void {
  res.status(status).type('html').send(templates.render(template, data));
}
