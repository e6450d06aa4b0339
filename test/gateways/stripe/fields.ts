/** What a form holds: texts, in objects and lists. */
export interface Fields {
  [name: string]: string | Fields | undefined;
}

const partsOf = (name: string): string[] => name.split(/[[\]]+/).filter((part) => part !== '');

/** Reads `card[number]=…&expand[0]=…` as Stripe does; lists become objects whose names are numbers. */
export function fieldsOf(form: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const parts = partsOf(name);
    const last = parts.pop() ?? '';
    let inner = fields;
    for (const part of parts) {
      const next = inner[part];
      const made: Fields = typeof next === 'object' ? next : {};
      inner[part] = made;
      inner = made;
    }
    inner[last] = value;
  }
  return fields;
}

/** The fields inside a field; none when it is not there. */
export const inside = (fields: Fields, ...names: string[]): Fields => {
  let inner = fields;
  for (const name of names) {
    const next = inner[name];
    inner = typeof next === 'object' ? next : {};
  }
  return inner;
};

/** A field's text; undefined when it is not there. */
export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

/** The texts of a list. */
export const listIn = (fields: Fields, name: string): string[] =>
  Object.values(inside(fields, name)).filter((value) => typeof value === 'string');
