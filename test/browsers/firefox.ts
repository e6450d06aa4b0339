import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildProcesses } from '../support/child-processes.js';
import { closeAtTheEnd } from '../support/clean-up.js';
import type { Browser } from './customer.js';
import { drive } from './drive.js';
import { openMarionette } from './marionette.js';
import { programOf } from './programs.js';

/** What a profile has otherwise: a port that Firefox draws itself, one language, and maybe no scripts. */
const preferences = (scripts: boolean): string =>
  [
    ['marionette.port', 0],
    ['intl.accept_languages', 'en-GB'],
    ['javascript.enabled', scripts],
  ]
    .map((pair) => `user_pref(${pair.map((part) => JSON.stringify(part)).join(', ')});\n`)
    .join('');

/** Debian's, with a new profile for every customer. */
export const firefox: Browser = {
  name: 'Firefox',
  async enter(scripts) {
    const program = programOf('Firefox');
    const profile = await mkdtemp(join(tmpdir(), 'tollgate-firefox-'));
    await writeFile(join(profile, 'user.js'), preferences(scripts));
    const portIn = async () => Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '')); // not written yet
    const processes = new ChildProcesses([
      {
        name: 'Firefox',
        command: `${program} --headless --no-remote --marionette --profile ${profile}`,
        env: process.env,
        isHealthy: async () => (await portIn()) > 0,
      },
    ]);
    const end = async () => {
      await processes.killAll();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 }); // its children write until they notice
    };
    const isClosed = closeAtTheEnd(end);
    await processes.start('Firefox');
    const driven = await openMarionette(await portIn());
    const quit = async () => {
      await driven.quit();
      isClosed();
      await end();
    };
    return drive({ ...driven, quit });
  },
};
