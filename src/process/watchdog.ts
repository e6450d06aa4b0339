import { Worker } from 'node:worker_threads';
import { config } from '../../config/index.js';
import { logger } from '../telemetry/logger.js';
import type { WatchdogData } from './watchdog-thread.js';

/**
 * How many checks in a row must see no heartbeat. With one alone, a machine that was asleep would seem to be blocked.
 */
const CHECKS = 6;

/**
 * Ends this process by SIGKILL once its event loop has been blocked for WATCHDOG seconds. Such a process looks alive
 * from outside but answers nobody and does no job. Once it is dead its supervisor starts it again, and its work is
 * taken over as after any kill.
 */
export function startWatchdog(name: string): void {
  if (config.watchdog === 0) return;
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const checkEveryMs = (config.watchdog * 1000) / CHECKS;
  const workerData: WatchdogData = { name, heartbeats, checks: CHECKS, checkEveryMs };
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData,
    execArgv: [], // nothing that the process's own options or environment load belongs into this thread
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  thread.on('error', (error) => logger.error('watchdog.failed', { process: name, error }));
  thread.unref();
  setInterval(() => Atomics.add(heartbeats, 0, 1), checkEveryMs / 2).unref();
}
