import type { CredentialField, Gateway } from '../../connectors/gateway.js';
import type { FieldError } from '../../errors.js';
import type { Mode } from '../../vocabulary.js';

const fault = (name: string, code: string, says: string): FieldError => ({
  field: `credentials.${name}`,
  code,
  message: `credentials.${name} ${says}`,
});

/** What is wrong with one credential. Its value stands in no sentence. */
function faultOf({ name, schema, modeOf }: CredentialField, mode: Mode, value: unknown): FieldError[] {
  if (typeof value !== 'string') return [fault(name, 'invalid_type', 'must be a string')];
  const wrong = schema.validate(value, { convert: false }).error?.details[0];
  if (wrong)
    return [fault(name, 'invalid_format', wrong.type === 'custom' ? wrong.message : 'is not of the right form')];
  const own = modeOf?.(value);
  return own && own !== mode ? [fault(name, 'wrong_mode', `is of ${own} mode, and the account of ${mode} mode`)] : [];
}

/** Whether a name that a gateway has not may be shown: a secret that stands in its place by mistake looks otherwise. */
const looksLikeName = (name: string): boolean => /^[a-z_]{1,24}$/i.test(name);

/** Names that a gateway has not. */
function unknownFaults({ title, credentials }: Gateway, given: Record<string, unknown>): FieldError[] {
  const known = credentials.map(({ name }) => name);
  const says = `is not known: ${title} has ${known.join(', ') || 'none'}`;
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) =>
      looksLikeName(name)
        ? fault(name, 'unknown_field', says)
        : { field: 'credentials', code: 'unknown_field', message: `The name of one of the credentials ${says}` },
    );
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
  return [
    ...gateway.credentials.flatMap((field) => {
      const value = given[field.name] ?? undefined; // null is absent
      if (value !== undefined) return faultOf(field, mode, value);
      const isNeeded = !field.optional || field.neededIn === mode;
      return !isNeeded || kept.includes(field.name) ? [] : [fault(field.name, 'required', 'is required')];
    }),
    ...unknownFaults(gateway, given),
  ];
}
