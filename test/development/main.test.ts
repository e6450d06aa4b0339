import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { until } from '../../scripts/until.js';
import { mongoClient } from '../../src/database/client.js';
import { prepareInstance, type Instance } from '../support/instance.js';
import { isRunning } from '../support/is-running.js';
import { deleteKeys } from '../support/redis-keys.js';

describe('what ./scripts/up runs', () => {
  let instance: Instance;
  beforeEach(async () => {
    instance = await prepareInstance({});
  });
  afterEach(async () => {
    await Promise.all([
      mongoClient.db(instance.databaseName).dropDatabase(),
      deleteKeys(instance.queuePrefix),
      rm(instance.localDir, { recursive: true, force: true }),
    ]);
  });

  for (const [why, signal] of [
    ['it is told to end', 'SIGTERM'],
    ['the terminal is closed', 'SIGHUP'],
  ] as const)
    it(`ends every process that it has started when ${why}`, async () => {
      const [one] = instance.specs;
      const main = spawn('node', ['dist/scripts/development/main.js'], { cwd: ROOT, env: one?.env, stdio: 'ignore' });
      const ended = once(main, 'exit');
      const ready = join(instance.localDir, 'ready.json');
      let pids: number[] = [];
      try {
        await until('all is healthy', () => existsSync(ready) || main.exitCode !== null);
        const { processes } = JSON.parse(readFileSync(ready, 'utf8')) as { processes: Record<string, number[]> };
        pids = Object.values(processes).flat();
        expect(pids).to.have.length(instance.specs.length);
        main.kill(signal);
        expect(await ended).to.deep.equal([0, null]);
        expect(pids.filter(isRunning)).to.deep.equal([]);
        expect(existsSync(ready)).to.equal(false);
      } finally {
        main.kill('SIGTERM');
        for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
      }
    });
});

describe('./scripts/up', () => {
  let tools: string;
  beforeEach(async () => {
    tools = await mkdtemp(join(tmpdir(), 'tools-'));
    await Promise.all(['bash', 'dirname'].map((tool) => symlink(`/usr/bin/${tool}`, join(tools, tool))));
  });
  afterEach(() => rm(tools, { recursive: true }));

  const CASES: [what: string, env: () => NodeJS.ProcessEnv, said: string][] = [
    [
      'its folder cannot be used',
      () => ({ LOCAL_DIR: '/dev/null/local' }),
      'the folder /dev/null/local cannot be made or written to: set LOCAL_DIR to another one',
    ],
    [
      'the machine has no flock, as macOS',
      () => ({ PATH: tools }),
      'flock is not on PATH: install it (package util-linux)',
    ],
  ];
  for (const [what, env, line] of CASES)
    it(`says in one line that ${what}, before it does anything`, async () => {
      const up = spawn('./scripts/up', { cwd: ROOT, env: { ...process.env, NODE_ENV: 'development', ...env() } });
      let said = '';
      for (const stream of [up.stdout, up.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      expect(await once(up, 'close')).to.deep.equal([1, null]);
      expect(said).to.equal(`up: ${line}\n`);
    });
});
