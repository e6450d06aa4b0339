import { join } from 'node:path';
import { Eta } from 'eta';
import type { Request, Response } from 'express';
import { config } from '../../../config/index.js';
import { ROOT } from '../../../config/root.js';
import { standingOf } from '../deliveries/delivery-standing.js';
import { findCaller } from '../session/caller.js';
import type { OperatorRecord } from '../operators/operator.model.js';
import { hasRole, type Role } from '../operators/role.js';
import { inUtc } from '../../time.js';
import { cut, duration, invalid, inWords, money, timeTag, utcTime, withTimes } from './format.js';
import type { Waiting } from './navigation-count.js';

const eta = new Eta({ views: join(ROOT, 'views/console'), cache: config.production });

/** The way through the console, in this order. */
const NAVIGATION: { text: string; href: string; role: Role }[] = [
  { text: 'Overview', href: '/', role: 'viewer' },
  { text: 'Payments', href: '/payments', role: 'viewer' },
  { text: 'Refunds', href: '/refunds', role: 'viewer' },
  { text: 'Disputes', href: '/disputes', role: 'viewer' },
  { text: 'Reviews', href: '/proofs', role: 'viewer' },
  { text: 'Differences', href: '/differences', role: 'viewer' },
  { text: 'Deliveries', href: '/deliveries', role: 'viewer' },
  { text: 'Endpoints', href: '/endpoints', role: 'viewer' },
  { text: 'Gateways', href: '/gateways', role: 'viewer' },
  { text: 'Merchants', href: '/merchants', role: 'viewer' },
  { text: 'Operators', href: '/operators', role: 'admin' },
  { text: 'Audit', href: '/audit', role: 'viewer' },
  { text: 'Queues', href: '/queues', role: 'viewer' },
];

/** What the layout needs of every page. */
export interface PageData {
  title: string;
  /** Absent of a page that is drawn while a store is away. */
  waiting?: Waiting;
}

function navigationFor(operator: OperatorRecord | undefined, path: string, waiting: Waiting | undefined) {
  const isCurrent = (href: string) => path === href || (href !== '/' && path.startsWith(`${href}/`));
  return NAVIGATION.filter(({ role }) => operator && hasRole(operator, role)).map(({ text, href }) => ({
    text,
    href,
    current: isCurrent(href),
    ...(href === '/proofs' && waiting && waiting.reviews !== '0' && { count: waiting.reviews }),
  }));
}

/** What every view may use. */
function common(req: Request, waiting: Waiting | undefined) {
  const operator = findCaller(req)?.operator;
  const drawnAt = new Date();
  return {
    operator,
    may: (role: Role) => operator !== undefined && hasRole(operator, role),
    navigation: navigationFor(operator, req.originalUrl.split('?')[0] ?? '/', waiting),
    here: req.originalUrl,
    test: !config.production,
    drawnAt,
    time: (at: Date | string) => timeTag(at, drawnAt),
    ...{ inUtc, utcTime, withTimes, money, duration, cut, invalid, inWords, standingOf },
  };
}

/** Sends views/console/<view>.eta in the layout. Every value is escaped unless the view says otherwise. */
export function renderPage<T extends PageData>(req: Request, res: Response, view: string, data: T): void {
  res.type('html').send(eta.render(view, { ...common(req, data.waiting), ...data }));
}

/** A part of a page, such as the head, for a page that is not ours. */
export const renderPart = (req: Request, view: string, { waiting }: Pick<PageData, 'waiting'>): string =>
  eta.render(view, common(req, waiting));
