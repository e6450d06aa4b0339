import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../config/root.js';

/** Takes as long as the test wants. */
const NPM = `#!/bin/sh
echo "$1" >>called
until [ -e go ]; do sleep 0.02; done
case $1 in
  ci) mkdir node_modules && touch node_modules/.package-lock.json ;;
  run) mkdir dist ;;
esac
`;

describe('two scripts that begin in one fresh clone', () => {
  const clone = mkdtempSync(join(tmpdir(), 'tollgate-clone-'));
  const running: ChildProcess[] = [];

  before(() => {
    mkdirSync(join(clone, 'scripts'));
    copyFileSync(join(ROOT, 'scripts/lib.sh'), join(clone, 'scripts/lib.sh'));
    for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(clone, name), '{}');
    writeFileSync(join(clone, 'npm'), NPM);
    chmodSync(join(clone, 'npm'), 0o755);
  });

  after(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(clone, { recursive: true });
  });

  /** Begins as every script does. */
  function begin() {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', '. scripts/lib.sh; prepare'], {
      cwd: clone,
      env: { ...process.env, PATH: `${clone}:${process.env.PATH}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.push(child);
    return { ended: once(child, 'exit'), lines: createInterface({ input: child.stderr })[Symbol.asyncIterator]() };
  }

  it('install and build once, one after the other', async () => {
    const first = begin();
    expect((await first.lines.next()).value).to.include('installing node packages');
    const second = begin();
    expect((await second.lines.next()).value).to.include('another script installs or builds here');
    writeFileSync(join(clone, 'go'), '');
    expect((await Promise.all([first.ended, second.ended])).map(([code]: unknown[]) => code)).to.deep.equal([0, 0]);
    expect(readFileSync(join(clone, 'called'), 'utf8')).to.equal('ci\nrun\n');
  });
});
