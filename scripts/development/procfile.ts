import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

/** The lines of the Procfile, name to command. */
export function readProcfile(): Record<string, string> {
  const lines = readFileSync(join(ROOT, 'Procfile'), 'utf8').split('\n');
  const entries = lines.flatMap((line) => {
    const [, name, command] = /^([\w-]+):\s*(\S.*)$/.exec(line) ?? [];
    return name && command ? [[name, command] as const] : [];
  });
  return Object.fromEntries(entries);
}
