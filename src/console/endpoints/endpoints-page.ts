import { merchantNames } from '../../merchants/merchant-names.js';
import { enable, listEndpoints } from './endpoints.calls.js';
import type { ConsoleForm, ConsolePage } from '../pages/page-routes.js';
import { listFromQuery } from '../pages/list-from-query.js';

export const endpointsPage: ConsolePage = {
  path: '/endpoints',
  role: 'viewer',
  view: 'endpoints',
  async show(request) {
    const list = await listFromQuery('/endpoints', request, listEndpoints);
    const names = await merchantNames(list.rows.map(({ merchant_id }) => merchant_id));
    return { title: 'Endpoints', ...list, names };
  },
};

export const enableForm: ConsoleForm = {
  path: '/endpoints/:id/enable',
  role: 'reviewer',
  async submit(request) {
    const { host, released } = await enable(request);
    return { done: `${host} is enabled. Notifications that were held for it and go out now: ${released}.` };
  },
};
