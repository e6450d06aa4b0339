import Joi from 'joi';
import { countCodePoints } from '../../validation/text.js';
import { validationError } from '../../errors.js';
import { notBlank, oneOf, text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import { type Role, ROLES } from './role.js';

interface NewOperator {
  email: string;
  role: Role;
  password: string;
}

const LEAST = 12;

const email = text(254).email({ tlds: false, minDomainSegments: 1 }); // ops@localhost is fine on a machine of one's own

const role = oneOf(...ROLES);

const password = text(1024)
  .custom((value: string, helpers) =>
    countCodePoints(value) < LEAST ? helpers.error('text.short', { limit: LEAST }) : value,
  )
  .meta({ minLength: LEAST });

export const newOperatorSchema: Joi.ObjectSchema<NewOperator> = Joi.object({
  email: email.required(),
  role: role.required(),
  password: password.required(),
});

export type OperatorChange = Partial<Pick<NewOperator, 'role' | 'password'>>;

export const operatorChangeSchema: Joi.ObjectSchema<OperatorChange> = Joi.object({
  role: notBlank(role).description('One of both is needed'),
  password: notBlank(password).description('Ends every session of the operator, and no API token'),
});

/** @throws {ApiError} 400 naming every field at fault */
export const checkNewOperator = (fields: unknown): NewOperator => validateForOperator(newOperatorSchema, fields);

/** The same rules, for a change of some fields. @throws {ApiError} 400, also when there is nothing to change */
export function checkOperatorChange(fields: unknown): OperatorChange {
  const changes = validateForOperator(operatorChangeSchema, fields);
  if (changes.role ?? changes.password) return changes; // the command line names both, given or not
  throw validationError([{ field: 'role', code: 'required', message: 'a new role or a new password is needed' }]);
}
