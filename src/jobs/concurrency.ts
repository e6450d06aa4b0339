import { config, ConfigError, refuseToStart } from '../../config/index.js';
import { concurrencySetting } from '../../config/concurrency.js';
import { isJob, JOB_NAMES, JOBS, type JobName } from './catalogue.js';

/** @throws {ConfigError} when a setting CONCURRENCY_<JOB> names no job */
export function refuseUnknownJobs(overrides: Record<string, number>): void {
  const unknown = Object.keys(overrides).filter((name) => !isJob(name));
  if (unknown.length === 0) return;
  const known = JOB_NAMES.map(concurrencySetting).join(', ');
  const faults = unknown.map((name) => `"${concurrencySetting(name)}" names no job: there are ${known}`);
  throw new ConfigError(...faults);
}

try {
  refuseUnknownJobs(config.concurrency);
} catch (error) {
  if (error instanceof ConfigError) refuseToStart(error);
  throw error;
}

/** How many of a job run at once in one process: CONCURRENCY_<JOB>, else what the catalogue says. */
export const concurrencyOf = (name: JobName): number => config.concurrency[name] ?? JOBS[name].concurrency;
