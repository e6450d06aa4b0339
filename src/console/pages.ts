import { join } from 'node:path';
import { Eta } from 'eta';
import type { Request, Response } from 'express';
import { config } from '../../config/index.js';
import { ROOT } from '../../config/root.js';
import { findCaller } from './caller.js';

const eta = new Eta({ views: join(ROOT, 'views/console'), cache: config.production });

/** The way through the console, in this order. A new page is one more line. */
const NAVIGATION = [
  { text: 'Start', href: '/' },
  { text: 'Queues', href: '/queues' },
];

/** What the layout needs of every page. */
interface Page {
  title: string;
}

/** "14:32 UTC" or "2026-11-21 14:32:05 UTC": one zone everywhere, and named. */
const utcTime = (date: Date): string => `${date.toISOString().slice(11, 16)} UTC`;
const utc = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** What every view may use. */
function common(req: Request) {
  const path = req.originalUrl.split('?')[0] ?? '/';
  const isCurrent = (href: string) => (href === '/' ? path === href : path.startsWith(href));
  const navigation = NAVIGATION.map(({ text, href }) => ({ text, href, current: isCurrent(href) }));
  return {
    operator: findCaller(req)?.operator,
    navigation,
    test: !config.production,
    utc,
    utcTime,
    drawnAt: new Date(),
  };
}

/** Sends views/console/<view>.eta in the layout. Every value is escaped unless the view says otherwise. */
export function renderPage<T extends Page>(req: Request, res: Response, view: string, data: T): void {
  res.type('html').send(eta.render(view, { ...common(req), ...data }));
}

/** A part of a page, such as the head, for a page that is not ours. */
export const renderPart = (req: Request, view: string): string => eta.render(view, common(req));
