import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

const PROGRAM = /^<!-- run: ([\w.]+) -->\n\n```\w+\n([\s\S]*?)^```$/gm;

const GUIDES = join(ROOT, 'docs');

/** The programs in a guide, each below `<!-- run: name -->`, by their names. */
export const programsIn = (markdown: string): Map<string, string> =>
  new Map([...markdown.matchAll(PROGRAM)].map(([, name = '', program = '']) => [name, program]));

/** The program of that name in the guides. @throws when there is none */
export function snippet(name: string): string {
  const guides = readdirSync(GUIDES).filter((file) => file.endsWith('.md'));
  const found = guides.flatMap((file) => programsIn(readFileSync(join(GUIDES, file), 'utf8')).get(name) ?? []);
  const [program] = found;
  if (program === undefined) throw new Error(`No guide has a program ${name}`);
  return program;
}
