import { config } from '../../../config/index.js';
import { ALL_METHODS } from '../../methods/index.js';
import { allAccounts } from '../../gateways/accounts.js';
import { one, versionIn } from '../pages/form-fields.js';
import {
  activateMerchant,
  alterMerchant,
  judgeMerchant,
  makeMerchant,
  renewKey,
  renewSecret,
  suspendMerchant,
} from './merchant-actions.js';
import { findMerchant, versionOf } from '../../merchants/manage-merchants.js';
import { presentMerchant } from './present-merchant.js';
import { listMerchants } from './merchants.calls.js';
import type { ConsoleForm, ConsolePage, FormRequest, Outcome } from '../pages/page-routes.js';
import { DAY_MS, dayOf, inUtc } from '../../time.js';
import { listFromQuery } from '../pages/list-from-query.js';
import { leastFaults, merchantFormIn, merchantIn } from './merchant-fields.js';
import { merchantPlaces } from './merchant-places.js';
import { refuseAtInputs } from '../pages/form-faults.js';

/** The first and the last day of the calendar month before a moment's, in UTC. */
function monthBefore(at: Date): { from: string; to: string } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { from: dayOf(new Date(Date.UTC(year, month - 1, 1))), to: dayOf(new Date(Date.UTC(year, month, 0))) };
}

export const merchantsPage: ConsolePage = {
  path: '/merchants',
  role: 'viewer',
  view: 'merchants',
  async show(request) {
    const list = await listFromQuery('/merchants', request, listMerchants);
    return { title: 'Merchants', ...list, firstMode: config.production ? 'live' : 'test' };
  },
};

export const merchantPage: ConsolePage = {
  path: '/merchants/:id',
  role: 'viewer',
  view: 'merchant',
  async show(request) {
    const record = await findMerchant(request.id);
    const merchant = presentMerchant(record);
    const { faults, values } = request;
    // What was typed is for the version that it was typed on; a form that came too late begins again.
    const again = 'every_method' in values && Object.keys(faults).length > 0;
    const typed = again ? merchantFormIn(values) : {};
    const methods = 'methods' in typed ? typed.methods : record.methods;
    const form = {
      ...merchant,
      minimums: Object.entries(merchant.minimums).map(([currency, amount]) => ({ currency, amount })),
      ...typed,
      methods: methods ?? ALL_METHODS,
      everyMethod: methods === null,
    };
    // Its own first, in the order in which they are asked: a form is sent in the order in which it is drawn.
    const others = allAccounts().filter(({ _id, mode }) => mode === merchant.mode && !form.accounts.includes(_id));
    return {
      title: merchant.name,
      merchant,
      form,
      version: again ? versionIn(values) : versionOf(record),
      allMethods: ALL_METHODS,
      accounts: [...form.accounts, ...others.map(({ _id }) => _id)],
      graceHours: config.secretGrace / 3600,
      lastMonth: monthBefore(new Date()),
      dayAgo: new Date(Date.now() - DAY_MS).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length),
    };
  },
};

/** Made with every default: what may be chosen is on the merchant's own page. */
const createForm: ConsoleForm = {
  path: '/merchants',
  role: 'admin',
  async submit({ operator, body }) {
    const [name, mode] = [one(body, 'name'), one(body, 'mode')];
    const keys = await makeMerchant(operator, { name, mode });
    return { once: 'keys', data: { title: `${name} is made`, keys, to: `/merchants/${keys.id}` } };
  },
};

const changeForm: ConsoleForm = {
  path: '/merchants/:id',
  role: 'admin',
  async submit({ operator, id, body }) {
    const changes = merchantIn(body);
    await refuseAtInputs(leastFaults(body), merchantPlaces(body), () => judgeMerchant(id, changes));
    const { name } = await alterMerchant(operator, id, changes, versionIn(body));
    return { done: `${name} is changed; every process feels it at once.`, to: `/merchants/${id}` };
  },
};

const press = (what: string, submit: (request: FormRequest) => Promise<Outcome>): ConsoleForm => ({
  path: `/merchants/:id/${what}`,
  role: 'admin',
  submit,
});

export const merchantForms: ConsoleForm[] = [
  createForm,
  changeForm,
  press('suspend', async ({ operator, id }) => {
    const { name } = await suspendMerchant(operator, id);
    return { done: `${name} is suspended: new payments are refused.`, to: `/merchants/${id}` };
  }),
  press('activate', async ({ operator, id }) => {
    const { name } = await activateMerchant(operator, id);
    return { done: `${name} takes payments again.`, to: `/merchants/${id}` };
  }),
  press('rotate-secret', async ({ operator, id }) => {
    const { old_secret_until: end, old_secrets_ended: ended, ...keys } = await renewSecret(operator, id);
    const tooOld = ended > 0 ? ' The oldest signs no more, before its time: two old ones do at most.' : '';
    const until = `The old secret signs beside this one until ${inUtc(end)}.${tooOld}`;
    return { once: 'keys', data: { title: 'A new notification secret', keys, until, to: `/merchants/${id}` } };
  }),
  press('rotate-key', async ({ operator, id, body }) => {
    const keys = await renewKey(operator, id, versionIn(body));
    const until = 'The old public key has died.';
    return { once: 'keys', data: { title: 'A new public key', keys, until, to: `/merchants/${id}` } };
  }),
];
