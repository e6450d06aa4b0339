import type { CredentialField, Gateway } from '../../connectors/gateway.js';
import type { FieldError } from '../../errors.js';
import type { Mode } from '../../vocabulary.js';

const fault = (name: string, code: string, says: string): FieldError => ({
  field: `credentials.${name}`,
  code,
  message: `credentials.${name} ${says}`,
});

/** What is wrong with one credential. Its value stands in no sentence. */
function faultOf({ name, label, schema, modeOf }: CredentialField, mode: Mode, value: unknown): FieldError[] {
  if (typeof value !== 'string') return [fault(name, 'invalid_type', 'must be a string')];
  const wrong = schema.validate(value, { convert: false }).error?.details[0];
  if (wrong) return [fault(name, 'invalid_format', wrong.type === 'custom' ? wrong.message : `is no ${label}`)];
  const own = modeOf?.(value);
  return own && own !== mode ? [fault(name, 'wrong_mode', `is of ${own} mode, and the account of ${mode} mode`)] : [];
}

/**
 * What is wrong with an account's credentials.
 * @param kept those that are stored already and stay as they are unless they are given
 */
export function credentialFaults(
  gateway: Gateway,
  mode: Mode,
  given: Record<string, unknown>,
  kept: string[],
): FieldError[] {
  const fields = gateway.credentials;
  const unknown = Object.keys(given).filter((name) => !fields.some((field) => field.name === name));
  const names = fields.map(({ name }) => name).join(', ') || 'none';
  return [
    ...fields.flatMap((field) => {
      const value = given[field.name];
      if (value !== undefined) return faultOf(field, mode, value);
      const isNeeded = !field.optional || field.neededIn === mode;
      return !isNeeded || kept.includes(field.name) ? [] : [fault(field.name, 'required', 'is required')];
    }),
    ...unknown.map((name) => fault(name, 'unknown_field', `is not known: ${gateway.title} has ${names}`)),
  ];
}
