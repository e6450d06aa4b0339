const PREFIX = 'CONCURRENCY_';

const jobOf = (setting: string): string => setting.slice(PREFIX.length).toLowerCase().replaceAll('_', '-');

/** The setting of a job's concurrency: CONCURRENCY_CARD_AUTHORIZATION for card-authorization. */
export const concurrencySetting = (job: string): string => PREFIX + job.toUpperCase().replaceAll('-', '_');

/**
 * Reads the settings CONCURRENCY_<JOB>, such as CONCURRENCY_CARD_AUTHORIZATION=20, by job. Which jobs there are is known
 * to their catalogue: src/jobs/concurrency.ts refuses the others.
 * @param faults receives a sentence for each setting that is wrong
 */
export function readConcurrency(env: NodeJS.ProcessEnv, faults: string[]): Record<string, number> {
  const overrides: Record<string, number> = {};
  for (const [name, value] of Object.entries(env).filter(([name]) => name.startsWith(PREFIX))) {
    const number = Number(value);
    if (Number.isInteger(number) && number >= 1 && number <= 1000) overrides[jobOf(name)] = number;
    else faults.push(`"${name}" must be a whole number from 1 to 1000`);
  }
  return overrides;
}
