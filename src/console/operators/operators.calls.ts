import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { listOf } from '../api/list-query.js';
import { newOperatorSchema, operatorChangeSchema } from './new-operator.js';
import { changeOperator, createOperator, findOperatorToShow, listOperators } from './operators.js';
import { presentChange, presentOperator } from './present-operator.js';
import { record } from '../audit/record.js';

/** Every operator, the disabled ones too. */
export const listTheOperators = async () => listOf((await listOperators()).map(presentOperator), null);

/** Makes an operator and gives the API token, which is shown this once. @throws what createOperator() throws */
export async function makeOperator({ operator, body }: Pick<ConsoleRequest, 'operator' | 'body'>) {
  const created = await createOperator(body);
  const { id, email, role } = created;
  await record(operator, 'operator.created', id, { email, role });
  return created;
}

/** One operator, a disabled one too. @throws {ApiError} operator_not_found */
export const showOperator = async ({ id }: Pick<ConsoleRequest, 'id'>) => presentOperator(await findOperatorToShow(id));

/**
 * Gives an operator another role or password.
 * @param seen the role that a form was drawn of
 * @throws what changeOperator() throws
 */
export async function reviseOperator(
  { operator, id, body }: Pick<ConsoleRequest, 'operator' | 'id' | 'body'>,
  seen?: string,
) {
  const changed = await changeOperator({ id }, body, seen);
  await record(operator, 'operator.changed', id, presentChange(body));
  return presentOperator(changed);
}

export const operatorsCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/operators',
    role: 'admin',
    about: 'Every operator, the disabled ones too',
    gives: { listOf: 'Operator' },
    answer: listTheOperators,
  },
  {
    method: 'post',
    path: '/operators',
    role: 'admin',
    about: 'Make an operator; the API token is shown this once',
    body: newOperatorSchema,
    status: 201,
    gives: 'NewOperator',
    refusals: { 409: 'operator_exists' },
    answer: makeOperator,
  },
  {
    method: 'get',
    path: '/operators/:id',
    role: 'admin',
    about: 'One operator, a disabled one too',
    gives: 'Operator',
    refusals: { 404: 'operator_not_found' },
    answer: showOperator,
  },
  {
    method: 'patch',
    path: '/operators/:id',
    role: 'admin',
    about: 'Give an operator another role, effective at once, or another password, which ends all of its sessions',
    body: operatorChangeSchema,
    gives: 'Operator',
    refusals: { 404: 'operator_not_found', 409: 'last_admin' },
    answer: (request) => reviseOperator(request),
  },
];
