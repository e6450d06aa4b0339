import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from '../../config/root.js';

const IMPORT = /\b(?:import|export)\b[^'"();]*?from\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g;

/** What a file imports, types too, as it names them. */
export const namesImportedBy = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, from, bare = '']) => from ?? bare);

/** The files of ours that a file imports, types too, by their paths from the root. @throws when one is not there */
export function importsOf(file: string): string[] {
  return namesImportedBy(file).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return [];
    const found = relative(ROOT, resolve(ROOT, dirname(file), specifier.replace(/\.js$/, '.ts')));
    if (!existsSync(join(ROOT, found))) throw new Error(`${file} imports ${specifier}, which is not there`);
    return [found];
  });
}

/** Every TypeScript file below a folder, by its path from the root. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
