import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { listOf } from '../api/list-query.js';
import { newOperatorSchema } from './new-operator.js';
import { createOperator, listOperators } from './operators.js';
import { presentOperator } from './present-operator.js';
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
];
