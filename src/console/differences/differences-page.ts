import { READ_LIMIT } from '../../database/read-limit.js';
import { DISCREPANCY_STATES, DISCREPANCY_KINDS } from '../../reconciliation/discrepancy.model.js';
import { payments } from '../../payments/payment.model.js';
import { merchantNames } from '../../merchants/merchant-names.js';
import { listDifferences, resolveDifference, showDifference, takeOverDifference } from './differences.calls.js';
import { one } from '../pages/form-fields.js';
import type { ConsoleForm, ConsolePage } from '../pages/page-routes.js';
import { money } from '../pages/format.js';
import { listFromQuery } from '../pages/list-from-query.js';
import { mayBeTakenOver, originOf } from './take-over.js';
import { adviceOn } from './difference-advice.js';

/** What one side says has moved. */
const moved = (side: { amount: number; currency: string } | null): string =>
  side ? money(side.amount, side.currency) : 'nothing';

export const differencesPage: ConsolePage = {
  path: '/differences',
  role: 'viewer',
  view: 'differences',
  async show(request) {
    const list = await listFromQuery('/differences', request, listDifferences);
    const names = await merchantNames(list.rows.flatMap(({ merchant_id }) => merchant_id ?? []));
    return { title: 'Differences', ...list, names, moved, kinds: DISCREPANCY_KINDS, states: DISCREPANCY_STATES };
  },
};

export const differencePage: ConsolePage = {
  path: '/differences/:id',
  role: 'viewer',
  view: 'difference',
  async show(request) {
    const difference = await showDifference(request);
    const { merchant_id } = difference;
    const merchantName = merchant_id && ((await merchantNames([merchant_id])).get(merchant_id) ?? merchant_id);
    const origin = originOf(difference, await payments.findOne({ _id: difference.trx }, READ_LIMIT));
    const canTakeOver = merchant_id !== null && mayBeTakenOver(difference, origin);
    return { title: 'Difference', difference, advice: adviceOn(difference, origin), merchantName, moved, canTakeOver };
  },
};

export const takeOverForm: ConsoleForm = {
  path: '/differences/:id/take-over',
  role: 'reviewer',
  async submit(request) {
    const { trx } = await takeOverDifference(request);
    return { done: 'The refund is taken over. The merchant is told.', to: `/payments/${trx}#refunds` };
  },
};

export const resolveForm: ConsoleForm = {
  path: '/differences/:id/resolve',
  role: 'reviewer',
  async submit(request) {
    const { day, gateway } = await resolveDifference({ ...request, body: { note: one(request.body, 'note') } });
    return { done: `The difference with ${gateway} on ${day} is resolved.`, to: `/differences/${request.id}` };
  },
};
