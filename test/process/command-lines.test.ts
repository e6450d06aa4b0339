import { expect } from 'chai';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../../config/root.js';
import { inParallel } from '../support/in-parallel.js';

const COMMAND_LINES = ['gateway', 'ipn-receiver', 'ledger', 'make-secrets', 'merchant', 'migrate', 'operator', 'rates'];
const PRINTING = ['api-types', 'env-example', 'states', 'test-keys'];
const WITH_COMMANDS = ['gateway', 'ledger', 'merchant', 'migrate', 'operator', 'rates'];
const WITHOUT_SETTINGS = { ...process.env, MASTER_KEY: '', MONGODB_URI: '', REDIS_URL: '' };

/** @returns the exit code, and the first line of what was said */
const run = (name: string, ...words: string[]): Promise<[code: unknown, said: string | undefined]> =>
  new Promise((resolve) => {
    const file = PRINTING.includes(name) ? `print-${name}` : name;
    const command = [`dist/scripts/${file}.js`, ...words];
    execFile(process.execPath, command, { cwd: ROOT, env: WITHOUT_SETTINGS }, (error, stdout, stderr) =>
      resolve([error?.code ?? 0, (stdout + stderr).split('\n')[0]]),
    );
  });

describe('command lines', () => {
  it('answer --help and misuse where nothing is set yet', async () => {
    const names = [...COMMAND_LINES, ...PRINTING];
    const answers = inParallel(names, async (name) => [await run(name, '--help'), await run(name, '--hlep')]);
    for (const name of names)
      expect(await answers(name), name).to.deep.equal([
        [0, `Usage: ${name} [options]${WITH_COMMANDS.includes(name) ? ' [command]' : ''}`],
        [2, "error: unknown option '--hlep'"],
      ]);
  });

  it('end without a word when nobody reads on, that of notifications too', async () => {
    const child = spawn(process.execPath, ['dist/scripts/ipn-receiver.js', '--port', '0'], {
      timeout: 60_000,
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    child.stdout.destroy();
    let said = '';
    for await (const chunk of child.stderr) {
      const before = said;
      said += String(chunk);
      const [url] = /http:\S+/.exec(said) ?? [];
      if (url && !before.includes('http:')) await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
    }
    expect(await ended).to.deep.equal([141, null]);
    expect(said).to.match(/^Receiving notifications at .*\nWithout --secret .*\n$/);
  });

  it('take no option for the value that another one lacks', async () => {
    expect(await run('merchant', 'create', '--name', '--json')).to.deep.equal([
      2,
      "error: option '--name <name>' argument missing",
    ]);
  });
});
