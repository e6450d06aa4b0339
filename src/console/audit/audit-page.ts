import { inUtc } from '../../time.js';
import { TRX } from '../../merchants/trx.js';
import { listAudit } from './audit.calls.js';
import type { ConsolePage } from '../pages/page-routes.js';
import { listFromQuery } from '../pages/list-from-query.js';

/** The page of each kind of thing that a line can be about, found by its id. */
const PAGES: [ids: RegExp, path: (id: string) => string][] = [
  [TRX, (id) => `/payments/${id}`],
  [/^mer_/, (id) => `/merchants/${id}`],
  [/^dif_/, (id) => `/differences/${id}`],
  [/^ep_/, () => '/endpoints'],
  [/^opr_/, (id) => `/audit?operator=${id}`],
];

/** The page of what a line is about; null when it has none. */
function hrefOf(object: string, details: Record<string, unknown>): string | null {
  if (object.startsWith('dlv_') && typeof details.trx === 'string') return `/payments/${details.trx}#${object}`;
  const [, path] = PAGES.find(([ids]) => ids.test(object)) ?? [];
  return path?.(object) ?? null;
}

/** Only the fields that were changed, when a line holds the whole merchant as it was after a change. */
function changesIn(details: Record<string, unknown>): Record<string, unknown> {
  const { changed, after } = details;
  if (!Array.isArray(changed) || typeof after !== 'object' || after === null) return details;
  const names: Record<string, string> = {
    threeDsPolicy: 'three_ds_policy',
    lateMoneyPolicy: 'late_money_policy',
    privacyUrl: 'privacy_url',
  };
  const shown = new Set(changed.map((name) => names[String(name)] ?? String(name)));
  return Object.fromEntries(Object.entries(after).filter(([name]) => shown.has(name)));
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function inText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return ISO_TIME.test(value) ? inUtc(value) : value;
}

const detailsOf = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${inText(value)}`)
    .join(', ');

export const auditPage: ConsolePage = {
  path: '/audit',
  role: 'viewer',
  view: 'audit',
  async show(request) {
    const list = await listFromQuery('/audit', request, listAudit);
    const rows = list.rows.map((line) => ({
      ...line,
      href: hrefOf(line.object, line.details),
      details: detailsOf(changesIn(line.details)),
    }));
    return { title: 'Audit trail', ...list, rows };
  },
};
