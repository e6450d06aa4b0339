import { freePort } from '../../scripts/development/free-port.js';
import { ChildProcesses } from '../support/child-processes.js';
import { closeAtTheEnd } from '../support/clean-up.js';
import type { Browser } from './customer.js';
import { drive } from './drive.js';
import { programOf } from './programs.js';
import { isListening, openWebDriver } from './webdriver.js';

/** Starts the driver. It opens its browser, the MiniBrowser of WebKitGTK, on this process's display. @returns its URL */
async function startDriver(): Promise<string> {
  const program = programOf('WebKit');
  if (!process.env.DISPLAY) throw new Error('WebKit needs a display: run npm run test:browsers, which makes one');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const isHealthy = () => isListening(url);
  const command = `${program} --port=${port}`;
  const processes = new ChildProcesses([{ name: 'WebKitWebDriver', command, env: process.env, isHealthy }]);
  closeAtTheEnd(() => processes.killAll());
  await processes.start('WebKitWebDriver');
  return url;
}

let driver: Promise<string> | undefined;

/** Debian's. Its sessions have nothing in common, and there is one at a time. */
export const webkit: Browser = {
  name: 'WebKit',
  async enter(scripts) {
    const args = ['--automation', ...(scripts ? [] : ['--enable-javascript=false'])];
    driver ??= startDriver();
    return drive(await openWebDriver(await driver, { 'webkitgtk:browserOptions': { args } }));
  },
};
