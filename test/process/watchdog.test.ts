import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_S = 1.2;

function start(...args: string[]) {
  const child = spawn(process.execPath, ['test/support/watched-process.mjs', ...args], {
    env: { ...process.env, WATCHDOG: String(LIMIT_S) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, printed: text(child.stdout), ended: once(child, 'exit') };
}

describe('the watchdog', () => {
  it('ends a process that stands still, with a line that says so', async () => {
    const { child, printed, ended } = start('once', '60000');
    expect(await ended).to.deep.equal([null, 'SIGKILL']);
    const last = (await printed).trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).to.deep.include({
      level: 'error',
      message: 'process.event_loop_blocked',
      process: 'watched',
      pid: child.pid,
      seconds: LIMIT_S,
    });
  });

  it('leaves a process alone that is busy, however often', async () => {
    const { printed, ended } = start('often', String(LIMIT_S * 500));
    expect(await ended).to.deep.equal([0, null]);
    expect(await printed).to.equal('begun\n');
  });

  it('leaves a process alone that was suspended with everything in it, as a machine that sleeps', async () => {
    const { child, ended } = start('often', String(LIMIT_S * 500));
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    await pause(LIMIT_S * 2000); // the time that passes is what this is about
    child.kill('SIGCONT');
    expect(await ended).to.deep.equal([0, null]);
  });
});
