import { filesBelow, packagesBehind } from '../structure/imports.js';

/**
 * What a spec needs beside this process: nothing, the two stores, processes of ours as well, or browsers that few have. The
 * last are run only when they are asked for.
 */
export const KINDS = ['unit', 'stores', 'processes', 'browsers'] as const;
export type Kind = (typeof KINDS)[number];

const STARTERS = ['node:child_process', 'playwright-core'];
const STORES = ['mongodb', 'ioredis', 'bullmq'];

/** By what runs with a spec file, and so without a list that somebody would have to keep; the last by their folder. */
export function kindOf(spec: string): Kind {
  if (spec.startsWith('test/browsers/')) return 'browsers';
  const packages = packagesBehind(spec);
  if (STARTERS.some((name) => packages.has(name))) return 'processes';
  return STORES.some((name) => packages.has(name)) ? 'stores' : 'unit';
}

/** Every spec file below a folder, by its path from the root. */
export const specsBelow = (folder: string): string[] =>
  filesBelow(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .sort();

export const specsOf = (kind: Kind): string[] => specsBelow('test').filter((spec) => kindOf(spec) === kind);
