import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { ROOT } from '../../config/root.js';
import { inParallel } from '../support/in-parallel.js';

const COMMAND_LINES = ['gateway', 'ipn-receiver', 'ledger', 'merchant', 'migrate', 'operator', 'rates'];
const WITHOUT_SETTINGS = { ...process.env, MASTER_KEY: '', MONGODB_URI: '', REDIS_URL: '' };

/** @returns the exit code, and the first line of what was said */
const run = (name: string, option: string): Promise<[code: unknown, said: string | undefined]> =>
  new Promise((resolve) => {
    const command = [`dist/scripts/${name}.js`, option];
    execFile(process.execPath, command, { cwd: ROOT, env: WITHOUT_SETTINGS }, (error, stdout, stderr) =>
      resolve([error?.code ?? 0, (stdout + stderr).split('\n')[0]]),
    );
  });

describe('command lines', () => {
  it('answer --help and misuse where nothing is set yet', async () => {
    const answers = inParallel(COMMAND_LINES, async (name) => [await run(name, '--help'), await run(name, '--hlep')]);
    for (const name of COMMAND_LINES)
      expect(await answers(name), name).to.deep.equal([
        [0, `Usage: ${name} [options]${name === 'ipn-receiver' ? '' : ' [command]'}`],
        [2, "error: unknown option '--hlep'"],
      ]);
  });
});
