import Joi from 'joi';
import { findMerchant } from '../../merchants/manage-merchants.js';
import { merchants } from '../../merchants/merchant.model.js';
import { presentMerchant } from './present-merchant.js';
import { merchantChangeSchema, merchantSchema } from './read-merchant-choices.js';
import { validateForOperator } from '../../validation/validate.js';
import type { Actor } from '../audit/audit.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { cursor, listOf } from '../api/list-query.js';
import {
  activateMerchant,
  alterMerchant,
  makeMerchant,
  renewKey,
  renewSecret,
  suspendMerchant,
} from './merchant-actions.js';
import { NEWEST, newestFirst, type Place } from '../api/newest-first.js';

const query: Joi.ObjectSchema<{ cursor?: Place }> = Joi.object({ cursor: cursor() });

/** Every merchant, newest first. */
export async function listMerchants(request: Pick<ConsoleRequest, 'query'>) {
  const { page, nextCursor } = await newestFirst(
    (stretch, limit) => merchants.find(stretch).sort(NEWEST).limit(limit).exec(),
    validateForOperator(query, request.query).cursor,
  );
  return listOf(page.map(presentMerchant), nextCursor);
}

/** One merchant without its keys. @throws {ApiError} merchant_not_found */
export async function showMerchant({ id }: Pick<ConsoleRequest, 'id'>) {
  return presentMerchant(await findMerchant(id));
}

/** What an admin may do to one merchant with a press of a button. */
const press = (
  name: string,
  about: string,
  gives: ConsoleCall['gives'],
  act: (actor: Actor, id: string) => Promise<object>,
): ConsoleCall => ({
  method: 'post',
  path: `/merchants/:id/${name}`,
  role: 'admin',
  about,
  gives,
  refusals: { 404: 'merchant_not_found' },
  answer: ({ operator, id }) => act(operator, id),
});

export const merchantsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/merchants',
    role: 'viewer',
    about: 'Every merchant without its keys, newest first',
    query,
    gives: { listOf: 'Merchant' },
    answer: listMerchants,
  },
  {
    method: 'post',
    path: '/merchants',
    role: 'admin',
    about: 'Make a merchant; its keys are shown this once',
    body: merchantSchema,
    status: 201,
    gives: 'MerchantKeys',
    answer: ({ operator, body }) => makeMerchant(operator, body),
  },
  {
    method: 'get',
    path: '/merchants/:id',
    role: 'viewer',
    about: 'One merchant without its keys',
    gives: 'Merchant',
    refusals: { 404: 'merchant_not_found' },
    answer: showMerchant,
  },
  {
    method: 'patch',
    path: '/merchants/:id',
    role: 'admin',
    about: 'Change some fields of a merchant, each as a whole',
    body: merchantChangeSchema,
    gives: 'Merchant',
    refusals: { 404: 'merchant_not_found' },
    answer: ({ operator, id, body }) => alterMerchant(operator, id, body),
  },
  press(
    'rotate-secret',
    'A new notification secret; the old one signs beside it for a while',
    'NewSecret',
    renewSecret,
  ),
  press('rotate-key', 'A new public key; the old one dies at once', 'NewKey', renewKey),
  press('suspend', 'Refuse new payments; status and notifications go on', 'Merchant', suspendMerchant),
  press('activate', 'Take payments again', 'Merchant', activateMerchant),
];
