import { countRecoverable } from '../../ipn/resend.js';
import { merchantNames } from '../../merchants/merchant-names.js';
import type { ConsoleRequest } from '../api/console-call.js';
import { STANDINGS } from './delivery-standing.js';
import { listDeliveries, readSince, recover, resend } from './deliveries.calls.js';
import { merchantChoices } from '../merchants/merchant-choices.js';
import { one } from '../pages/form-fields.js';
import type { ConsoleForm, ConsolePage } from '../pages/page-routes.js';
import { listFromQuery, filterOf } from '../pages/list-from-query.js';

/** 1000 stands for that many and more. */
const MOST = 1000;

/** What a browser's field gives, "2026-11-21T12:00", as the moment in UTC that the page says it is. */
const inUtc = (local: string): string => (/^[\d-]+T\d\d:\d\d(:\d\d)?$/.test(local) ? `${local}Z` : local);

/** How many notifications a recovery would send, before it does; null when nobody has asked. */
async function recoveryAsked(request: Pick<ConsoleRequest, 'query'>) {
  const { recover: merchant, since = '' } = filterOf(request);
  if (merchant === undefined) return null;
  const from = readSince({ since: inUtc(since) });
  const count = await countRecoverable(merchant, from, MOST);
  const name = (await merchantNames([merchant])).get(merchant) ?? merchant;
  return { merchant, name, since: from.toISOString(), count: count >= MOST ? `${MOST} or more` : String(count) };
}

export const deliveriesPage: ConsolePage = {
  path: '/deliveries',
  role: 'viewer',
  view: 'deliveries',
  async show(request) {
    const { recover: _merchant, since: _since, ...query } = filterOf(request);
    const [list, choices, recovery] = await Promise.all([
      listFromQuery('/deliveries', { query }, listDeliveries),
      merchantChoices(),
      recoveryAsked(request),
    ]);
    const names = await merchantNames(list.rows.map(({ merchant_id }) => merchant_id));
    return { title: 'Deliveries', ...list, names, choices, recovery, standings: STANDINGS };
  },
};

export const resendForm: ConsoleForm = {
  path: '/deliveries/:id/resend',
  role: 'reviewer',
  async submit(request) {
    const { event_id } = await resend(request);
    return { done: `${event_id} goes out again now, under the same id.` };
  },
};

export const recoverForm: ConsoleForm = {
  path: '/merchants/:id/recover',
  role: 'reviewer',
  async submit({ body, ...request }) {
    const { recovered } = await recover({ ...request, body: { since: inUtc(one(body, 'since')) } });
    const done =
      recovered === 1
        ? '1 notification goes out again.'
        : `${recovered} notifications go out again, in about their order.`;
    return { done, to: '/deliveries' };
  },
};
