import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../config/root.js';
import { say } from './print.js';

const COMPILER = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
const WATCHING = ['--watch', '--preserveWatchOutput', '--listEmittedFiles'];
/** How tsc begins the line of a file that it has written, and ends that of a build without a fault. */
const EMITTED = 'TSFILE:';
const BUILT = 'Found 0 errors. Watching for file changes.';

/** Editors write a file in several steps. */
const SETTLED_MS = 100;

/** Tells when the templates of pages have changed, which processes read once. */
function watchViews(onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(join(ROOT, 'views'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLED_MS);
  });
}

/** Builds dist/ at each change of a source, and tells when that has written something. What is wrong is printed. */
function watchSources(onChange: () => void): void {
  // In a group of its own: Ctrl-C is for us, who end it last.
  const compiler = spawn(process.execPath, [...COMPILER, ...WATCHING], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = false;
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    if (line.startsWith(EMITTED)) written = true;
    else if (line !== '') say('build', line);
    if (!line.endsWith(BUILT) || !written) return;
    written = false;
    onChange();
  });
  compiler.once('exit', () => say('build', '!! has ended: changes are no longer seen'));
  process.once('exit', () => compiler.kill());
}

/** Calls back whenever what the processes are made of has changed. */
export function watchForChanges(onChange: () => void): void {
  watchViews(onChange);
  watchSources(onChange);
}
