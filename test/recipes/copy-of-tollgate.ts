import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

const NEEDED = ['config', 'src', 'workers', 'scripts', 'views', 'public', 'package.json', 'tsconfig.json'];

/** A copy of this checkout, in which a recipe of CONTRIBUTING.md can be followed. */
export interface Copy {
  folder: string;
  /** Copies a file or a folder of a recipe (below test/recipes/added/) to a place in the copy. */
  add(recipe: string, place: string): Promise<void>;
  /** Adds the line of a recipe's file before a line that is there. @throws when that line is not there exactly once */
  addLine(recipe: string, file: string, before: string): Promise<void>;
  remove(): Promise<void>;
}

const recipeOf = (path: string): string => join(ROOT, 'test/recipes/added', path);

export async function copyOfTollgate(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'));
  for (const name of NEEDED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    add: (recipe, place) => cp(recipeOf(recipe), join(folder, place), { recursive: true }),
    async addLine(recipe, file, before) {
      const [line, text] = await Promise.all([
        readFile(recipeOf(recipe), 'utf8'),
        readFile(join(folder, file), 'utf8'),
      ]);
      const parts = text.split(before);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${before}`);
      await writeFile(join(folder, file), parts.join(line + before));
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
