import Joi from 'joi';
import {
  changeMerchant,
  createMerchant,
  rotatePublicKey,
  rotateSecret,
  setMerchantStatus,
} from '../merchants/manage-merchants.js';
import { merchants } from '../merchants/merchant.model.js';
import { presentMerchant } from '../merchants/present-merchant.js';
import {
  merchantChangeSchema,
  merchantSchema,
  readMerchantChanges,
  readMerchantChoices,
} from '../merchants/read-merchant-choices.js';
import type { ConsoleCall, ConsoleRequest } from './console-call.js';
import { cursor, listOf, readQuery } from './list-query.js';
import { NEWEST, newestFirst, type Place } from './newest-first.js';
import { record } from './record.js';

const query: Joi.ObjectSchema<{ cursor?: Place }> = Joi.object({ cursor: cursor() });

async function list(request: ConsoleRequest) {
  const { page, nextCursor } = await newestFirst(
    (stretch, limit) => merchants.find(stretch).sort(NEWEST).limit(limit).toArray(),
    readQuery(query, request.query).cursor,
  );
  return listOf(page.map(presentMerchant), nextCursor);
}

async function create({ operator, body }: ConsoleRequest) {
  const choices = readMerchantChoices(body);
  const keys = await createMerchant(choices);
  await record(operator, 'merchant.created', keys.id, { name: choices.name, mode: choices.mode });
  return keys;
}

async function change({ id, operator, body }: ConsoleRequest) {
  const changes = readMerchantChanges(body);
  const after = presentMerchant(await changeMerchant(id, changes));
  await record(operator, 'merchant.changed', id, { changed: Object.keys(changes), after });
  return after;
}

async function rotateTheSecret({ id, operator }: ConsoleRequest) {
  const rotated = await rotateSecret(id);
  await record(operator, 'merchant.secret_rotated', id, { old_secret_until: rotated.old_secret_until });
  return rotated;
}

async function rotateTheKey({ id, operator }: ConsoleRequest) {
  const rotated = await rotatePublicKey(id);
  await record(operator, 'merchant.key_rotated', id);
  return rotated;
}

const turn = (status: 'suspended' | 'active') => async (request: ConsoleRequest) => {
  const { id, operator } = request;
  const merchant = await setMerchantStatus(id, status);
  await record(operator, status === 'active' ? 'merchant.activated' : 'merchant.suspended', id);
  return presentMerchant(merchant);
};

/** What an admin may do to one merchant with a press of a button. */
const press = (
  name: string,
  about: string,
  gives: ConsoleCall['gives'],
  answer: ConsoleCall['answer'],
): ConsoleCall => ({
  method: 'post',
  path: `/merchants/:id/${name}`,
  role: 'admin',
  about,
  gives,
  refusals: { 404: 'merchant_not_found' },
  answer,
});

export const merchantsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/merchants',
    role: 'viewer',
    about: 'Every merchant without its keys, newest first',
    query,
    gives: { listOf: 'Merchant' },
    answer: list,
  },
  {
    method: 'post',
    path: '/merchants',
    role: 'admin',
    about: 'Make a merchant; its keys are shown this once',
    body: merchantSchema,
    status: 201,
    gives: 'MerchantKeys',
    answer: create,
  },
  {
    method: 'patch',
    path: '/merchants/:id',
    role: 'admin',
    about: 'Change some fields of a merchant, each as a whole',
    body: merchantChangeSchema,
    gives: 'Merchant',
    refusals: { 404: 'merchant_not_found' },
    answer: change,
  },
  press(
    'rotate-secret',
    'A new notification secret; the old one signs beside it for a while',
    'NewSecret',
    rotateTheSecret,
  ),
  press('rotate-key', 'A new public key; the old one dies at once', 'NewKey', rotateTheKey),
  press('suspend', 'Refuse new payments; status and notifications go on', 'Merchant', turn('suspended')),
  press('activate', 'Take payments again', 'Merchant', turn('active')),
];
