import Joi from 'joi';
import { text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import { TRX } from '../../merchants/trx.js';
import { type AuditRecord, COMMAND_LINE, findAudit } from './audit.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { operators } from '../operators/operator.model.js';
import { normalEmail } from '../operators/operators.js';
import { listOf } from '../api/list-query.js';

const presentLine = ({ _id, at, operatorId, email, action, object, details }: AuditRecord) => ({
  id: _id,
  at: at.toISOString(),
  operator_id: operatorId,
  email,
  action,
  object,
  details,
});

/** The cursor is the id of the line that the page before ended with. */
const query: Joi.ObjectSchema<{ object?: string; operator?: string; cursor?: string }> = Joi.object({
  object: text(255)
    .custom((value: string) => (TRX.test(value) ? value.toLowerCase() : value))
    .description('The id of what it was done to'),
  operator: text(255).description('Who did it: an e-mail, opr_…, or cli for the command line'),
  cursor: Joi.string()
    .empty('')
    .pattern(/^aud_[\da-f]{24}$/)
    .description('The next_cursor of the page before'),
});

/** The id of an operator who is named by e-mail, null for the command line; of nobody's, which is on no line, what was given. */
async function idOfOperator(given: string): Promise<string | null> {
  if (given === COMMAND_LINE) return null;
  const found = given.includes('@') ? await operators.findOne({ email: normalEmail(given) }, { _id: 1 }) : null;
  return found?._id ?? given;
}

/** One page of the trail, newest first. */
export async function listAudit(request: Pick<ConsoleRequest, 'query'>) {
  const { operator, ...words } = validateForOperator(query, request.query);
  const { page, nextCursor } = await findAudit({ ...words, operator: operator && (await idOfOperator(operator)) });
  return listOf(page.map(presentLine), nextCursor);
}

export const auditCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/audit',
    role: 'viewer',
    about: 'Who did what, and when, newest first',
    query,
    gives: { listOf: 'AuditLine' },
    answer: listAudit,
  },
];
