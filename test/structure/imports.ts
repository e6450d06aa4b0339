import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from '../../config/root.js';

const IMPORT = /^(?:import|export)\b(\s+type\b)?[^'"();]*?from\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/gm;

interface Import {
  /** The path from the root of a file of ours, or the name of a package. */
  target: string;
  isOurs: boolean;
  /** Gone when the file runs. */
  isType: boolean;
}

/** Some specs hold programs for other processes, which import as files in the root do: not what they load themselves. */
const isOfAnotherProcess = (specifier: string): boolean => /^\.\/(dist|scripts)\//.test(specifier);

/** @throws when it is not there */
function findFile(file: string, specifier: string): string {
  const found = relative(ROOT, resolve(ROOT, dirname(file), specifier.replace(/\.js$/, '.ts')));
  if (!existsSync(join(ROOT, found))) throw new Error(`${file} imports ${specifier}, which is not there`);
  return found;
}

const readImports = (file: string): Import[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].flatMap(([, type, from, bare = '']) => {
    const specifier = from ?? bare;
    if (isOfAnotherProcess(specifier)) return [];
    const isOurs = specifier.startsWith('.');
    return [{ target: isOurs ? findFile(file, specifier) : specifier, isOurs, isType: type !== undefined }];
  });

const known = new Map<string, Import[]>();

/** Each file is read once: who asks about every spec comes by most files a hundred times. */
function knownImports(file: string): Import[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

/** The packages, and the files of ours by their paths from the root, that a file imports, types too. */
export const namesImportedBy = (file: string): string[] => knownImports(file).map(({ target }) => target);

/** The files of ours that a file imports, types too, by their paths from the root. @throws when one is not there */
export const importsOf = (file: string): string[] =>
  knownImports(file).flatMap(({ target, isOurs }) => (isOurs ? [target] : []));

/** The packages that run when a file does, whoever imports them, such as `node:fs` and `mongodb`. */
export function packagesBehind(file: string): Set<string> {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const walk = (current: string): void => {
    if (seen.has(current)) return;
    seen.add(current);
    for (const { target, isOurs, isType } of knownImports(current)) {
      if (isType) continue;
      if (isOurs) walk(target);
      else packages.add(target);
    }
  };
  walk(file);
  return packages;
}

/** Every TypeScript file below a folder, by its path from the root. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
