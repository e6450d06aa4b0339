import { merchantNames } from '../../merchants/merchant-names.js';
import { merchantChoices } from '../merchants/merchant-choices.js';
import { listFromQuery } from '../pages/list-from-query.js';
import type { ConsolePage } from '../pages/page-routes.js';
import { listRefunds } from './refunds.calls.js';

export const refundsPage: ConsolePage = {
  path: '/refunds',
  role: 'viewer',
  view: 'refunds',
  async show(request) {
    const [list, choices] = await Promise.all([listFromQuery('/refunds', request, listRefunds), merchantChoices()]);
    const names = await merchantNames(list.rows.map(({ merchant_id }) => merchant_id));
    return { title: 'Refunds', ...list, names, choices };
  },
};
