import { Worker } from 'node:worker_threads';
import { config } from '../config/index.js';
import { logger } from './logger.js';
import type { Watched } from './watchdog-thread.js';

/** Looks in a row that must find nothing: one alone would take a machine that was asleep for a process that stands still. */
const LOOKS = 6;

/**
 * Has this process ended when its event loop stands still for WATCHDOG seconds: nobody would be answered and no job done,
 * while for everybody who looks at processes it is alive. Who starts dead processes again then starts it, and what it was at
 * is done as after any kill -9.
 */
export function startWatchdog(name: string): void {
  if (config.watchdog === 0) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const lookEveryMs = (config.watchdog * 1000) / LOOKS;
  const workerData: Watched = { name, beats, looks: LOOKS, lookEveryMs };
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData,
    execArgv: [], // what is loaded into the process by its options or its environment has no business in there
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  thread.on('error', (error) => logger.error('watchdog.failed', { process: name, error }));
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), lookEveryMs / 2).unref();
}
