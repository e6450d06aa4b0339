import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

const PROGRAM = /^<!-- run: ([\w.]+) -->\n\n```\w+\n([\s\S]*?)^```$/gm;

/** The program of docs/notifications.md that stands below `<!-- run: name -->`. @throws when there is none */
export function snippet(name: string): string {
  const markdown = readFileSync(join(ROOT, 'docs/notifications.md'), 'utf8');
  const [, , program] = [...markdown.matchAll(PROGRAM)].find(([, file]) => file === name) ?? [];
  if (program === undefined) throw new Error(`docs/notifications.md has no program ${name}`);
  return program;
}
