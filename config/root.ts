import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}

/** The checkout's folder, the same whether the code runs from source or from dist/. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
