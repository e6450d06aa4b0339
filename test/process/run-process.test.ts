import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { freePort } from '../../scripts/development/free-port.js';

interface Line {
  level: string;
  message: string;
}

/** A process that cannot start. @returns its exit code, and what it logs */
async function start(fault: string): Promise<{ code: unknown; logs: Line[] }> {
  const child = spawn(process.execPath, ['test/support/process-that-cannot-start.mjs', fault], {
    env: { ...process.env, MONGODB_URI: `mongodb://tollgate:never-shown@127.0.0.1:${await freePort()}/tollgate` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const printed = await text(child.stdout);
  const lines = printed.trim().split('\n');
  return { code: (await ended)[0], logs: lines.map((line) => JSON.parse(line) as Line) };
}

describe('a process that cannot start', () => {
  it('says in a line which setting names the database that does not answer, and ends to be started again', async () => {
    const { code, logs } = await start('no database');
    expect(code).to.equal(1);
    expect(logs.map(({ message }) => message)).to.deep.equal(['database.unavailable']);
    expect(logs[0]).to.include({ level: 'error', process: 'started', setting: 'MONGODB_URI' });
    expect(JSON.stringify(logs))
      .to.include('ECONNREFUSED')
      .and.not.match(/stack|never-shown/);
  });

  it('says the same when the database does not let it in', async () => {
    const { code, logs } = await start('no access');
    expect(code).to.equal(1);
    expect(logs).to.have.length(1);
    expect(logs[0]).to.include({ message: 'database.unavailable', reason: 'Authentication failed.' });
    expect(JSON.stringify(logs)).to.not.include('stack');
  });

  it('says of a bug where it is', async () => {
    const { code, logs } = await start('bug');
    expect(code).to.equal(1);
    expect(logs[0]).to.include({ level: 'error', message: 'process.crashed' });
    expect(JSON.stringify(logs[0])).to.include('a bug').and.include('stack');
  });
});

describe('a process that says that it runs', () => {
  it('ends in order from then on, when it is told to', async () => {
    const child = spawn(process.execPath, ['test/support/process-told-to-end.mjs'], {
      env: { ...process.env, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    expect(await text(child.stdout)).to.include('process.stopped');
    expect(await ended).to.deep.equal([0, null]);
  });
});
