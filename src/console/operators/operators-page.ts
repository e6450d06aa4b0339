import { ROLES } from './role.js';
import { listTheOperators, makeOperator, reviseOperator, showOperator } from './operators.calls.js';
import { some } from '../pages/form-fields.js';
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

export const operatorPage: ConsolePage = {
  path: '/operators/:id',
  role: 'admin',
  view: 'operator',
  async show(request) {
    const shown = await showOperator(request);
    return { title: shown.email, shown, roles: ROLES };
  },
};

/** Another role, or another password: each has a form of its own. */
export const operatorChangeForm: ConsoleForm = {
  path: '/operators/:id',
  role: 'admin',
  async submit({ operator, id, body }) {
    const [role, password] = [some(body, 'role'), some(body, 'password')];
    const { email } = await reviseOperator({ operator, id, body: { role, password } }, some(body, 'seen'));
    const done = role ? `${email} is ${role} from now on.` : `${email} has another password; all sessions have ended.`;
    return { done, ...(id === operator._id && role && role !== 'admin' && { to: '/' }) };
  },
};
