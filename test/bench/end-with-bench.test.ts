import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT } from '../../config/root.js';
import { until } from '../../scripts/until.js';
import { isRunning } from '../support/is-running.js';

/** A bench that has started a process of each kind, and says their pids. */
const BENCH = `
  import { spawn } from 'node:child_process';
  import { forkScript } from './dist/scripts/bench/asked-process.js';
  import { endWithBench } from './dist/scripts/bench/end-with-bench.js';
  const spawned = spawn('/bin/sleep', ['600'], { stdio: 'ignore' });
  endWithBench(spawned);
  const asked = await forkScript('load/receiver.js');
  console.log(spawned.pid + ' ' + asked.pid);
  process.stdin.on('data', () => process.exit());
`;

describe('what a bench has started', () => {
  for (const way of ['SIGKILL', 'SIGTERM', 'SIGINT', 'exit'] as const)
    it(`ends with it: ${way}`, async () => {
      const bench = spawn(process.execPath, ['--input-type=module', '--eval', BENCH], {
        cwd: ROOT,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const [line] = (await once(createInterface({ input: bench.stdout }), 'line')) as [string];
      const pids = line.split(' ').map(Number);
      expect(pids.filter(isRunning)).to.have.lengthOf(2);
      if (way === 'exit') bench.stdin.end('now');
      else bench.kill(way);
      await until('all of it has ended', () => !pids.some(isRunning), 5000, 20);
    });
});
