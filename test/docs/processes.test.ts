import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import { readProcfile } from '../../scripts/development/procfile.js';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

describe('the processes', () => {
  const names = Object.keys(readProcfile());

  it('are the same in the Procfile, compose.yaml and app.json', () => {
    const composed = [...read('compose.yaml').matchAll(/^ {2}([\w-]+):\n {4}<<: \*process\n {4}command: \[([\w-]+)\]$/gm)];
    expect(composed.map(([, service]) => service)).to.have.members(names);
    for (const [, service, command] of composed) expect(command).to.equal(service);
    const { formation } = JSON.parse(read('app.json')) as { formation: object };
    expect(Object.keys(formation)).to.have.members(names);
  });

  it('find in the image what is there to be copied into it', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
    expect(copied).to.not.be.empty;
    for (const path of copied) expect(existsSync(join(ROOT, path)), path).to.equal(true);
  });

  const containers: [string, string, RegExp][] = [
    ['have an init in the image', 'Dockerfile', /^RUN .* install .* tini /m],
    ['are given the 25 s that they may take to stop', 'compose.yaml', /^ {2}stop_grace_period: 30s$/m],
    ['keep the secrets of compose.yaml out of the image', '.dockerignore', /^secrets\.env$/m],
    ['keep them out of the repository', '.gitignore', /^secrets\.env$/m],
  ];
  for (const [behaviour, file, line] of containers)
    it(behaviour, () => {
      expect(read(file)).to.match(line);
    });

  const runProcess = (name: string, env?: NodeJS.ProcessEnv): Promise<{ code: unknown; stderr: string }> =>
    new Promise((resolve) => {
      execFile(join(ROOT, 'scripts/run-process'), [name], { env }, (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });

  it('have an init before them as first processes, which cannot tell the web process the private key', async function () {
    const folder = await mkdtemp(join(tmpdir(), 'init-'));
    try {
      await writeFile(join(folder, 'tini'), '#!/bin/sh\necho "$* ${CARD_PRIVATE_KEY-taken away}"', { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env.PATH}`, CARD_PRIVATE_KEY: 'given' };
      const firstProcess = (name: string) =>
        promisify(execFile)('unshare', ['-Urpf', join(ROOT, 'scripts/run-process'), name], { env });
      const web = await firstProcess('web').catch(() => this.skip()); // not every machine lets us make such a process
      expect(web.stdout).to.match(/^-- node .* taken away\n$/);
      expect((await firstProcess('payments')).stdout).to.match(/^-- node .* given\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are started in the image by their names alone, and others not at all', async () => {
    const { code, stderr } = await runProcess('nonsense');
    expect(code).to.equal(64);
    for (const name of names) expect(stderr).to.include(name);
    const wrong = { PATH: process.env.PATH, NODE_ENV: 'nonsense', LOCAL_DIR: '/nonexistent' };
    const ran = await Promise.all(names.map((name) => runProcess(name, wrong)));
    for (const [index, { code, stderr }] of ran.entries()) {
      expect(stderr, names[index]).to.include('Bad configuration');
      expect(code, names[index]).to.equal(78);
    }
  });
});
