const mark = (name: string, end = ''): string => `<!-- ${end}bench:${name} -->`;

/**
 * Puts a text between two marks of a document, in place of what stands there.
 * @throws when the document has no such marks
 */
export function betweenMarks(document: string, name: string, text: string): string {
  const from = document.indexOf(mark(name));
  const to = document.indexOf(mark(name, '/'));
  if (from < 0 || to < from) throw new Error(`There is no ${mark(name)} with its ${mark(name, '/')}`);
  return `${document.slice(0, from)}${mark(name)}\n\n${text}\n\n${document.slice(to)}`;
}
