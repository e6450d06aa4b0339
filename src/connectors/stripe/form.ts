/** What a request may hold: texts, numbers and truths, in objects and lists. What is undefined is left out. */
export interface Fields {
  [name: string]: Value;
}
type Value = string | number | boolean | undefined | Fields | readonly Value[];

function* pairs(name: string, value: Value): Generator<[string, string]> {
  if (value === undefined) return;
  if (typeof value !== 'object') yield [name, String(value)];
  else for (const [key, inner] of Object.entries(value)) yield* pairs(`${name}[${key}]`, inner);
}

/** Fields as Stripe wants them in bodies and queries: `card[number]=…&expand[0]=…`. The same fields give the same text. */
export const formOf = (fields: Fields): string =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [...pairs(name, value)])).toString();
