import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { ROOT } from '../../config/root.js';

describe('scripts/up', () => {
  for (const [argument, status] of [
    ['--help', 0],
    ['-h', 0],
    ['--frehs', 1],
    ['--gateway', 1],
  ] as const)
    it(`tells its usage and does nothing: ${argument}, status ${status}`, () => {
      const ran = spawnSync('scripts/up', [argument], { cwd: ROOT, encoding: 'utf8' });
      expect(ran).to.include({
        status,
        stdout: '',
        stderr: 'up: usage: scripts/up [--fresh] [--watch] [--gateway stripe|bkash|nagad]\n',
      });
    });

  it('needs no HOME: the account has one', () => {
    const { HOME: _home, ...env } = process.env;
    const ran = spawnSync('scripts/up', ['--help'], { cwd: ROOT, env, encoding: 'utf8' });
    expect(ran).to.include({
      status: 0,
      stderr: 'up: usage: scripts/up [--fresh] [--watch] [--gateway stripe|bkash|nagad]\n',
    });
  });
});
