import Joi from 'joi';
import { validationError } from '../../errors.js';
import { type Role, ROLES } from './operator.model.js';

interface NewOperator {
  email: string;
  role: Role;
  password: string;
}

const LEAST = 12;

const email = Joi.string()
  .max(254)
  .email({ tlds: false, minDomainSegments: 1 }) // ops@localhost is fine on a machine of one's own
  .messages({
    'any.required': 'email is required',
    'string.max': 'email must be at most 254 characters',
    '*': 'email must be an e-mail address',
  });

const role = Joi.string()
  .valid(...ROLES)
  .messages({ 'any.required': 'role is required', '*': `role must be one of ${ROLES.join(', ')}` });

const password = Joi.string()
  .custom((value: string, helpers) => ([...value].length < LEAST ? helpers.error('string.min') : value))
  .max(1024)
  .messages({
    'any.required': 'password is required',
    'string.max': 'password must be at most 1024 characters',
    '*': `password must be a string of at least ${LEAST} characters`,
  });

/** Stable codes for the kinds of fault that Joi names. */
const CODES: Record<string, string> = {
  'any.required': 'required',
  'string.min': 'too_short',
  'string.max': 'too_long',
  'string.base': 'invalid_type',
};

function checker<T>(schema: Joi.ObjectSchema<T>) {
  return (input: unknown): T => {
    const checked = schema.required().validate(input, { abortEarly: false, stripUnknown: true, convert: false });
    if (!checked.error) return checked.value;
    throw validationError(
      checked.error.details.map(({ path, type, message }) => ({
        field: path.join('.'),
        code: CODES[type] ?? 'invalid',
        message,
      })),
    );
  };
}

export const newOperatorSchema = Joi.object<NewOperator>({
  email: email.required(),
  role: role.required().meta({ enum: ROLES }),
  password: password.required().meta({ minLength: LEAST }),
});

/** @throws {ApiError} 400 naming every field at fault */
export const checkNewOperator = checker(newOperatorSchema);

/** The same rules, for a change of some fields. */
export const checkOperatorChange = checker(
  Joi.object<Partial<NewOperator>>({ role, password }).or('role', 'password').messages({
    'object.missing': 'a new role or a new password is needed',
  }),
);
