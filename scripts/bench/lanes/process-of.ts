import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../config/root.js';
import { freePort } from '../../development/free-port.js';
import { waitUntilHealthy } from '../../development/health.js';
import { endWithBench } from '../end-with-bench.js';

const STOP_LIMIT_MS = 10_000;
const SHOWN_LINES = 20;

/** A process of the Procfile that is up. */
export interface ProcfileProcess {
  name: string;
  pid: number;
  env: NodeJS.ProcessEnv;
  /** SIGTERM, and SIGKILL to one that has not ended within ten seconds; or SIGKILL at once. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

const endOf = (file: string): string => readFileSync(file, 'utf8').split('\n').slice(-SHOWN_LINES).join('\n');

/**
 * Starts a line of the Procfile and waits until it is healthy. What it logs goes to a file, as it would on a server.
 * @throws with the end of its log, when it ends or is not healthy within a minute
 */
export async function startProcess(name: string, env: NodeJS.ProcessEnv, logDir: string): Promise<ProcfileProcess> {
  const metricsPort = await freePort();
  const file = join(logDir, `${name}-${metricsPort}.log`);
  const log = openSync(file, 'a');
  const child = spawn(join(ROOT, 'scripts/run-process'), [name], {
    env: { ...env, METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  endWithBench(child);
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error(`${name} has ended:\n${endOf(file)}`)));
  failed.catch(() => undefined); // told only to whoever waits for its health
  await Promise.race([waitUntilHealthy(name, `http://127.0.0.1:${metricsPort}/healthz`), failed]);
  return {
    name,
    pid: child.pid ?? 0,
    env,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
