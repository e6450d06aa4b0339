import Joi from 'joi';
import { GATEWAYS } from '../../connectors/index.js';
import type { Account } from '../../gateways/account.model.js';
import { breakerOf } from '../../gateways/breaker.js';
import { readCallFigures, type CallFigures } from '../../gateways/call-figures.js';
import { allAccounts, refreshAccounts } from '../../gateways/accounts.js';
import { waitingByAccount } from '../../payments/waiting-at.js';
import { unlessRedisIsAway } from '../../redis/client.js';
import { readAccount } from '../../gateways/manage-accounts.js';
import { validateForOperator } from '../../validation/validate.js';
import { MODES, type Mode } from '../../vocabulary.js';
import { oneOf } from '../../validation/fields.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { listOf } from '../api/list-query.js';
import type { Actor } from '../audit/audit.js';
import { accountChangeSchema, accountSchema } from './account-schema.js';
import {
  alterAccount,
  closeAccount,
  examineAccount,
  makeAccount,
  pauseAccount,
  resumeAccount,
} from './account-actions.js';
import { presentAccount, presentGateway } from './present-account.js';

/** Every gateway that this version speaks to. */
export const listGateways = () =>
  listOf(
    [...GATEWAYS].map(([name, gateway]) => presentGateway(name, gateway)),
    null,
  );

const query: Joi.ObjectSchema<{ mode?: Mode; connector?: string }> = Joi.object({
  mode: oneOf(...MODES),
  connector: oneOf(...GATEWAYS.keys()),
});

/** Null while Redis is away, which has them. */
const readFigures = () => unlessRedisIsAway(() => readCallFigures());

/** An account with how its calls of the last 15 minutes went, how its breaker stands, and how many payments wait there. */
const withFigures = (
  account: Account,
  figures: ((account: string) => CallFigures) | null,
  waiting: ReadonlyMap<string, number>,
) => ({
  ...presentAccount(account),
  figures: figures && figures(account._id),
  breaker: breakerOf(account._id),
  waiting: waiting.get(account._id) ?? 0,
});

/** Every account, in the order in which they are asked. */
export async function listAccounts(request: Pick<ConsoleRequest, 'query'>) {
  const { mode, connector } = validateForOperator(query, request.query);
  await refreshAccounts();
  const found = allAccounts().filter(
    (account) => account.mode === (mode ?? account.mode) && account.connector === (connector ?? account.connector),
  );
  const [figures, waiting] = await Promise.all([readFigures(), waitingByAccount()]);
  return listOf(
    found.map((account) => withFigures(account, figures, waiting)),
    null,
  );
}

/** One account that was read. */
export async function presentInFull(account: Account) {
  const [figures, waiting] = await Promise.all([readFigures(), waitingByAccount()]);
  return withFigures(account, figures, waiting);
}

/** One account. @throws {ApiError} account_not_found */
const showAccount = async ({ id }: Pick<ConsoleRequest, 'id'>) => presentInFull(await readAccount(id));

const NOT_FOUND = { 404: 'account_not_found' };

const press = (
  name: string,
  about: string,
  gives: ConsoleCall['gives'],
  act: (actor: Actor, id: string) => Promise<object>,
  refusals: Record<number, string> = NOT_FOUND,
): ConsoleCall => ({
  method: 'post',
  path: `/gateway-accounts/:id/${name}`,
  role: 'admin',
  about,
  gives,
  refusals,
  answer: ({ operator, id }) => act(operator, id),
});

export const gatewaysCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/gateways',
    role: 'viewer',
    about: 'Every gateway that this version speaks to: what it can do, and which credentials an account there needs',
    gives: { listOf: 'Gateway' },
    answer: () => Promise.resolve(listGateways()),
  },
  {
    method: 'get',
    path: '/gateway-accounts',
    role: 'viewer',
    about: 'Every account at a gateway, in the order in which they are asked',
    query,
    gives: { listOf: 'GatewayAccountInUse' },
    answer: listAccounts,
  },
  {
    method: 'post',
    path: '/gateway-accounts',
    role: 'admin',
    about: 'Make an account; its credentials are never shown again',
    body: accountSchema,
    status: 201,
    gives: 'GatewayAccount',
    refusals: { 409: 'account_exists' },
    answer: ({ operator, body }) => makeAccount(operator, body),
  },
  {
    method: 'get',
    path: '/gateway-accounts/:id',
    role: 'viewer',
    about: 'One account; of its credentials, which are set and how they end',
    gives: 'GatewayAccountInUse',
    refusals: NOT_FOUND,
    answer: showAccount,
  },
  {
    method: 'patch',
    path: '/gateway-accounts/:id',
    role: 'admin',
    about: 'Change some fields of an account, each as a whole; credentials that are not named stay',
    body: accountChangeSchema,
    gives: 'GatewayAccount',
    refusals: { ...NOT_FOUND, 409: 'account_in_use' },
    answer: ({ operator, id, body }) => alterAccount(operator, id, body),
  },
  press('check', 'Ask the gateway, harmlessly, whether the account can be used', 'AccountCheck', examineAccount),
  press('pause', 'Take no new payments; those under way go on', 'GatewayAccount', pauseAccount, {
    ...NOT_FOUND,
    409: 'account_closed',
  }),
  press('resume', 'Take new payments again', 'GatewayAccount', resumeAccount, { ...NOT_FOUND, 409: 'account_closed' }),
  press('close', 'End an account for good; refused while payments wait there', 'GatewayAccount', closeAccount, {
    ...NOT_FOUND,
    409: 'account_in_use',
  }),
];
