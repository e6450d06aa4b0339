import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from '../../../config/root.js';
import { freePort } from '../../development/free-port.js';
import { forkScript } from '../asked-process.js';
import { askable } from '../live-memory.js';
import { ownNames } from '../own-names.js';
import type { StoreUris } from '../stores.js';
import type { Lane, Targets } from './lane.js';
import { startProcess, type ProcfileProcess } from './process-of.js';
import { targetsOf } from './targets.js';

/** A whole Tollgate for benches: real processes, logs as by default, over stores that others use, too. */
export interface TollgateLane extends Lane {
  env: NodeJS.ProcessEnv;
  /** What to send to web processes that answer there. */
  targetsOver: (apiUrls: string[]) => Targets;
  /** Starts one more process of a line. */
  start: (name: string, env?: NodeJS.ProcessEnv) => Promise<ProcfileProcess>;
  /** Kills the processes of a line and starts as many again, as a dyno manager would. */
  killAndRestart: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

const LINES = ['sandbox', 'web', 'payments', 'ipn', 'console'];

async function settings(localDir: string, stores: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const secrets = execFileSync(process.execPath, [join(ROOT, 'dist/scripts/make-secrets.js')], { encoding: 'utf8' });
  const ports = { PORT: await freePort(), CONSOLE_PORT: await freePort(), SANDBOX_PORT: await freePort() };
  return {
    PATH: process.env.PATH,
    ...parseEnv(secrets),
    ...stores,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    SANDBOX_API_PORT: String(await freePort()),
    LOCAL_DIR: localDir,
    ...askable(localDir),
    RATE_LIMITS: 'off', // it is a load test; everything else is as it is by default
  };
}

async function merchantsOf(env: NodeJS.ProcessEnv, count: number): Promise<string[]> {
  const maker = await forkScript('lanes/merchants.js', env);
  try {
    return await maker.ask<string[]>({ merchants: count });
  } finally {
    await maker.stop();
  }
}

/**
 * Starts every line of the Procfile once.
 * @param receivers where notifications go: a merchant each
 */
export async function startTollgate(receivers: string[], stores: StoreUris): Promise<TollgateLane> {
  const names = ownNames({ ...stores });
  const localDir = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  const env = await settings(localDir, { ...stores, ...names.env });
  const running = new Set<ProcfileProcess>();
  const start = async (name: string, more: NodeJS.ProcessEnv = {}) => {
    const started = await startProcess(name, { ...env, ...more }, localDir);
    running.add(started);
    return started;
  };
  const stop = async () => {
    await Promise.all([...running].map((each) => each.stop()));
    await names.remove();
    rmSync(localDir, { recursive: true, force: true });
  };
  try {
    const merchantKeys = await merchantsOf(env, receivers.length);
    await Promise.all(LINES.map((name) => start(name)));
    const apiUrl = `http://127.0.0.1:${env.PORT}`;
    const merchants = receivers.map((ipn_url, no) => ({ public_key: merchantKeys[no] ?? '', ipn_url }));
    const pidsOf = (line: string) => [...running].flatMap(({ name, pid }) => (name === line ? [pid] : []));
    return {
      name: 'Tollgate',
      env,
      pids: () => Object.fromEntries(LINES.map((line) => [line, pidsOf(line)])),
      collection: 'payments',
      ofFirstMerchant: { 'urls.ipn': receivers[0] },
      targets: targetsOf([apiUrl], merchants),
      targetsOver: (apiUrls) => targetsOf(apiUrls, merchants),
      start,
      async killAndRestart(line) {
        for (const each of [...running].filter(({ name }) => name === line)) {
          running.delete(each);
          await each.stop('SIGKILL');
          running.add(await startProcess(line, each.env, localDir));
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
