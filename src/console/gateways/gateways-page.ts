import { config } from '../../../config/index.js';
import { GATEWAYS } from '../../connectors/index.js';
import { readAccount } from '../../gateways/manage-accounts.js';
import { WALLETS } from '../../vocabulary.js';
import { one, some, versionIn } from '../pages/form-fields.js';
import type { ConsoleForm, ConsolePage, FormRequest, Outcome } from '../pages/page-routes.js';
import { refuseAtInputs } from '../pages/form-faults.js';
import { boundFaults, boundsIn, boundsOf } from './account-bounds.js';
import { accountChangesIn, accountIn, credentialsIn } from './account-fields.js';
import { accountPlaces } from './account-places.js';
import {
  alterAccount,
  closeAccount,
  examineAccount,
  makeAccount,
  pauseAccount,
  resumeAccount,
} from './account-actions.js';
import { listAccounts, presentInFull } from './gateways.calls.js';
import { presentGateway } from './present-account.js';
import { readAccountChanges, readAccountChoices } from './read-account.js';

const gatewayNamed = (name: string | undefined) => {
  const gateway = name === undefined ? undefined : GATEWAYS.get(name);
  return gateway && name !== undefined ? presentGateway(name, gateway) : undefined;
};

export const gatewaysPage: ConsolePage = {
  path: '/gateways',
  role: 'viewer',
  view: 'gateways',
  async show({ query, values }) {
    const { data: rows } = await listAccounts({ query: {} });
    const asked = (query as { connector?: unknown }).connector; // of a link of this page; anything else names no gateway
    const chosen = some(values, 'connector') ?? (typeof asked === 'string' ? asked : undefined);
    return {
      title: 'Gateways',
      rows,
      gateways: [...GATEWAYS].map(([connector, { title }]) => ({ connector, title })),
      titles: new Map([...GATEWAYS].map(([connector, { title }]) => [connector, title])),
      adding: gatewayNamed(chosen),
      typed: 'id' in values ? { ...accountIn(values), bounds: boundsIn(values) } : undefined,
      firstMode: config.production ? 'live' : 'test',
      wallets: WALLETS,
    };
  },
};

export const accountPage: ConsolePage = {
  path: '/gateways/:id',
  role: 'viewer',
  view: 'gateway-account',
  async show(request) {
    const stored = await readAccount(request.id);
    const account = await presentInFull(stored);
    const { faults, values } = request;
    // What was typed is for the version that it was typed on; a form that came too late begins again.
    const again = 'priority' in values && Object.keys(faults).length > 0;
    const typed = again ? { ...accountChangesIn(values, stored), bounds: boundsIn(values) } : {};
    return {
      title: account.id,
      account,
      form: { ...account, bounds: boundsOf(account.methods), ...typed },
      version: again ? versionIn(values) : stored.version,
      gateway: gatewayNamed(account.connector),
      isOurs: GATEWAYS.get(account.connector)?.isOurs === true,
      wallets: WALLETS,
    };
  },
};

const addForm: ConsoleForm = {
  path: '/gateways',
  role: 'admin',
  async submit({ operator, body }) {
    const account = accountIn(body);
    const places = accountPlaces(body, one(body, 'connector'));
    await refuseAtInputs(boundFaults(body), places, () => readAccountChoices(account));
    const { id } = await makeAccount(operator, account);
    return { done: `${id} takes payments from now on. Check it before you rely on it.`, to: `/gateways/${id}` };
  },
};

const changeForm: ConsoleForm = {
  path: '/gateways/:id',
  role: 'admin',
  async submit({ operator, id, body }) {
    const stored = await readAccount(id);
    const changes = accountChangesIn(body, stored);
    const places = accountPlaces(body, stored.connector);
    await refuseAtInputs(boundFaults(body), places, () => readAccountChanges(stored, changes));
    await alterAccount(operator, id, changes, versionIn(body));
    return { done: `${id} is changed; every process feels it at once.`, to: `/gateways/${id}` };
  },
};

const credentialsForm: ConsoleForm = {
  path: '/gateways/:id/replace-credentials',
  role: 'admin',
  async submit({ operator, id, body }) {
    const stored = await readAccount(id);
    const changes = { credentials: credentialsIn(body) };
    await refuseAtInputs([], accountPlaces(body, stored.connector), () => readAccountChanges(stored, changes));
    await alterAccount(operator, id, changes);
    return { done: `${id} has other credentials. Payments under way go on with them.`, to: `/gateways/${id}` };
  },
};

const press = (what: string, submit: (request: FormRequest) => Promise<Outcome>): ConsoleForm => ({
  path: `/gateways/:id/${what}`,
  role: 'admin',
  submit,
});

const checkForm = press('check', async ({ operator, id }) => {
  const { ok, findings } = await examineAccount(operator, id);
  return {
    once: 'gateway-check',
    data: { title: ok ? `${id} can be used` : `${id} cannot be used`, id, ok, findings },
  };
});

export const gatewayForms: ConsoleForm[] = [
  addForm,
  changeForm,
  credentialsForm,
  checkForm,
  press('pause', async ({ operator, id }) => {
    await pauseAccount(operator, id);
    return { done: `${id} takes no new payments; those under way go on.`, to: `/gateways/${id}` };
  }),
  press('resume', async ({ operator, id }) => {
    await resumeAccount(operator, id);
    return { done: `${id} takes payments again.`, to: `/gateways/${id}` };
  }),
  press('close', async ({ operator, id }) => {
    await closeAccount(operator, id);
    return { done: `${id} is closed for good.`, to: `/gateways/${id}` };
  }),
];
