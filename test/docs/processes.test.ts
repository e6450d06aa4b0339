import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

  const runProcess = (name: string, env?: NodeJS.ProcessEnv): Promise<{ code: unknown; stderr: string }> =>
    new Promise((resolve) => {
      execFile(join(ROOT, 'scripts/run-process'), [name], { env }, (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
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
