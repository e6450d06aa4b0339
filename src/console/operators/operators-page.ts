import { ROLES } from './operator.model.js';
import { listTheOperators, makeOperator } from './operators.calls.js';
import type { ConsoleForm, ConsolePage } from '../pages/page-routes.js';

export const operatorsPage: ConsolePage = {
  path: '/operators',
  role: 'admin',
  view: 'operators',
  async show() {
    const { data } = await listTheOperators();
    return { title: 'Operators', rows: data, roles: ROLES };
  },
};

export const operatorForm: ConsoleForm = {
  path: '/operators',
  role: 'admin',
  async submit({ operator, body }) {
    const { email, api_token } = await makeOperator({ operator, body });
    return { once: 'keys', data: { title: `${email} is made`, keys: { email, api_token }, to: '/operators' } };
  },
};
