import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ROOT } from '../../config/root.js';
import { kindOf, KINDS, specsBelow, specsOf } from './spec-kinds.js';

// For scripts/test: prints the specs that the arguments name, one a line behind its kind.

function named(argument: string): string[] {
  const kind = KINDS.find((one) => one === argument);
  if (kind) return specsOf(kind);
  const path = relative(ROOT, resolve(argument));
  if (!existsSync(join(ROOT, path))) {
    process.stderr.write(`test: there is no ${argument}: name spec files, folders, or a kind: ${KINDS.join(', ')}\n`);
    process.exit(2);
  }
  return statSync(join(ROOT, path)).isDirectory() ? specsBelow(path) : [path];
}

const specs = new Set(process.argv.slice(2).flatMap(named));
process.stdout.write([...specs].map((spec) => `${kindOf(spec)} ${spec}\n`).join(''));
