import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';

/** dist/ too, so that the compiler looks only at what a recipe changes. */
const PARTS = ['config', 'src', 'workers', 'scripts', 'views', 'public', 'dist', 'package.json'];
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json'];

/** A copy of this checkout, for a spec that follows a recipe of CONTRIBUTING.md in it. */
export interface Copy {
  root: string;
  /** Puts text before the only place where `before` stands. @throws when it stands nowhere or twice */
  insert(file: string, before: string, text: string): Promise<void>;
  /** Compiles it. @throws with what the compiler says */
  build(): Promise<void>;
  remove(): Promise<void>;
}

export async function copyCheckout(): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'tollgate-copy-'));
  for (const part of [...PARTS, ...SETTINGS]) await cp(join(ROOT, part), join(root, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    async insert(file, before, text) {
      const parts = (await readFile(join(root, file), 'utf8')).split(before);
      if (parts.length !== 2) throw new Error(`${file} has "${before}" ${parts.length - 1} times`);
      await writeFile(join(root, file), parts.join(`${text}${before}`));
    },
    async build() {
      try {
        await promisify(execFile)('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { cwd: root });
      } catch (error) {
        throw new Error(`It does not compile: ${(error as { stdout?: string }).stdout ?? ''}`, { cause: error }); // execFile's
      }
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
