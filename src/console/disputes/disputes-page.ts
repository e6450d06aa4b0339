import { DISPUTE_STATES } from '../../connectors/disputes.js';
import { isDueSoon } from '../../disputes/due-soon.js';
import { merchantNames } from '../../merchants/merchant-names.js';
import { merchantChoices } from '../merchants/merchant-choices.js';
import { listFromQuery } from '../pages/list-from-query.js';
import type { ConsolePage } from '../pages/page-routes.js';
import { listDisputes } from './disputes.calls.js';

export const disputesPage: ConsolePage = {
  path: '/disputes',
  role: 'viewer',
  view: 'disputes',
  async show(request) {
    const [list, choices] = await Promise.all([listFromQuery('/disputes', request, listDisputes), merchantChoices()]);
    const names = await merchantNames(list.rows.map(({ merchant_id }) => merchant_id));
    return { title: 'Disputes', ...list, names, choices, states: DISPUTE_STATES, isDueSoon };
  },
};
