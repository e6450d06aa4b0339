import { merchantNames } from '../../merchants/merchant-names.js';
import { ALL_METHODS } from '../../methods/index.js';
import { merchantChoices } from '../merchants/merchant-choices.js';
import type { ConsolePage } from '../pages/page-routes.js';
import { listPayments } from './payments.calls.js';
import { listFromQuery } from '../pages/list-from-query.js';

export const paymentsPage: ConsolePage = {
  path: '/payments',
  role: 'viewer',
  view: 'payments',
  async show(request) {
    const [list, choices] = await Promise.all([listFromQuery('/payments', request, listPayments), merchantChoices()]);
    const names = await merchantNames(list.rows.map(({ merchant_id }) => merchant_id));
    return { title: 'Payments', ...list, names, choices, methods: ALL_METHODS };
  },
};
