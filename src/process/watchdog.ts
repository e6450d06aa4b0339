import { Worker } from 'node:worker_threads';
import { config } from '../../config/index.js';
import { logger } from '../telemetry/logger.js';
import type { Watched } from './watchdog-thread.js';

/** How many looks in a row must see no beat. With one alone, a machine that was asleep would seem to stand still. */
const LOOKS = 6;

/**
 * Ends this process by SIGKILL once its event loop has stood still for WATCHDOG seconds. Such a process looks alive
 * from outside but answers nobody and does no job. Once it is dead its supervisor starts it again, and its work is
 * taken over as after any kill.
 */
export function startWatchdog(name: string): void {
  if (config.watchdog === 0) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const lookEveryMs = (config.watchdog * 1000) / LOOKS;
  const workerData: Watched = { name, beats, looks: LOOKS, lookEveryMs };
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData,
    execArgv: [], // nothing that the process's own options or environment load belongs into this thread
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  thread.on('error', (error) => logger.error('watchdog.failed', { process: name, error }));
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), lookEveryMs / 2).unref();
}
