import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { ROOT } from '../../../config/root.js';
import { openStores, type StoreUris } from '../stores.js';
import type { About } from './results.js';

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown'; // no git here, or no clone
  }
}

/** The machine, and what is measured on it. */
export async function aboutRun(uris: StoreUris, startedAt: Date): Promise<About> {
  const stores = openStores(uris);
  return {
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    commit: commit(),
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    stores: await stores.versions().finally(() => stores.close()),
  };
}
