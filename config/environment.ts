import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from './root.js';

const readFile = (path: string): NodeJS.ProcessEnv => (existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {});

/** The folder of what `./scripts/up` keeps. */
export const localDirOf = ({ LOCAL_DIR = '.local' }: NodeJS.ProcessEnv, root = ROOT): string =>
  resolve(root, LOCAL_DIR);

/**
 * The environment, completed from two files: .env, and the one in which `./scripts/up` keeps its choices. A variable of
 * the environment wins over .env, and .env over the choices of `up`, except for a line that a copy of .env.example
 * leaves empty. Production reads no file.
 * @param root the folder of .env
 */
export function readEnvironment(env: NodeJS.ProcessEnv, root = ROOT): NodeJS.ProcessEnv {
  if (env.NODE_ENV === 'production') return env;
  const written = readFile(join(root, '.env'));
  const chosen = readFile(join(localDirOf({ ...written, ...env }, root), 'env'));
  const filled = Object.entries(written).filter(([name, value]) => value !== '' || !chosen[name]);
  return { ...chosen, ...Object.fromEntries(filled), ...env };
}
