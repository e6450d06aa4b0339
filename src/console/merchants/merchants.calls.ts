import Joi from 'joi';
import { findMerchant } from '../../merchants/manage-merchants.js';
import { merchants, type MerchantRecord } from '../../merchants/merchant.model.js';
import { isNamed } from './find-merchants.js';
import { presentMerchant } from './present-merchant.js';
import { merchantChangeSchema, merchantSchema } from './read-merchant-choices.js';
import { text } from '../../validation/fields.js';
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
import { NEWEST, newestFirst, newestOfFew, type Place } from '../api/newest-first.js';

const query: Joi.ObjectSchema<{ name?: string; cursor?: Place }> = Joi.object({
  name: text(255).description('Words in its name, in whatever case'),
  cursor: cursor(),
});

/** Every merchant, or those that are called so, newest first. */
export async function listMerchants(request: Pick<ConsoleRequest, 'query'>) {
  const { name, cursor } = validateForOperator(query, request.query);
  const filter = name === undefined ? {} : isNamed(name);
  const { page, nextCursor } = await (name === undefined ? newestFirst : newestOfFew)<MerchantRecord>(
    (stretch, limit) =>
      merchants
        .find({ $and: [filter, stretch] })
        .sort(NEWEST)
        .limit(limit)
        .exec(),
    cursor,
  );
  return listOf(page.map(presentMerchant), nextCursor);
}

/** One merchant without its keys. @throws {ApiError} merchant_not_found */
async function showMerchant({ id }: Pick<ConsoleRequest, 'id'>) {
  return presentMerchant(await findMerchant(id));
}

/** What an admin may do to one merchant with a press of a button. */
const press = (
  name: string,
  about: string,
  gives: ConsoleCall['gives'],
  act: (actor: Actor, id: string) => Promise<object>,
  refusals: ConsoleCall['refusals'] = {},
): ConsoleCall => ({
  method: 'post',
  path: `/merchants/:id/${name}`,
  role: 'admin',
  about,
  gives,
  refusals: { 404: 'merchant_not_found', ...refusals },
  answer: ({ operator, id }) => act(operator, id),
});

const UNREADABLE = { 409: 'merchant_unreadable' };

export const merchantsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/merchants',
    role: 'viewer',
    about: 'Every merchant without its keys, or those that are called so, newest first',
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
    UNREADABLE,
  ),
  press('rotate-key', 'A new public key; the old one dies at once', 'NewKey', renewKey, UNREADABLE),
  press('suspend', 'Refuse new payments; status and notifications go on', 'Merchant', suspendMerchant),
  press('activate', 'Take payments again', 'Merchant', activateMerchant),
];
