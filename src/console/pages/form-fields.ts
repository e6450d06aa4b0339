/** What a form of the console sends: a field that came more than once is a list. */
export type FormFields = Record<string, string | string[]>;

/** One line of text without spaces around it: what a person pastes may hold line breaks. */
const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Whether a field is a gateway's credential: it is taken as it is typed, and never kept. */
export const isCredential = (name: string): boolean => name.startsWith('credential_');

/** The fields of a posted form. @param body what express.urlencoded() has read */
export const readForm = (body: unknown): FormFields =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(tidy) : name === 'password' || isCredential(name) ? value : tidy(value),
    ]),
  );

/** A field's only value; '' when it is absent or came more than once. */
export function one(fields: FormFields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** A field's only value, or nothing when it is empty. */
export const some = (fields: FormFields, name: string): string | undefined => one(fields, name) || undefined;

/**
 * The version of the thing that a form was drawn of, which it sends along; one that nothing has when that is no number.
 * A program that writes what it wants sends none.
 */
export function versionIn(fields: FormFields): number | undefined {
  const version = some(fields, 'version');
  if (version === undefined) return undefined;
  return /^\d{1,15}$/.test(version) ? Number(version) : -1;
}

/** Every value of a field, such as of checkboxes. */
export const many = (fields: FormFields, name: string): string[] => [fields[name] ?? []].flat();

/** A number as JSON has them; what is none is handed on as it is, for the schema to refuse. Undefined when empty. */
export function numeric(text: string): number | string | undefined {
  if (text === '') return undefined;
  return /^\d{1,15}(\.\d{1,8})?$/.test(text) ? Number(text) : text;
}
