/** Every job, spelled as in src/jobs/catalogue.ts, which says what each does and how many run at once by default. */
const JOBS = [
  'card-authorization',
  'three-ds-resolution',
  'upi-confirmation',
  'wallet-confirmation',
  'debit-confirmation',
  'checkout-expiry',
  'late-confirmation',
  'proof-review',
  'status-inquiry',
  'reconciliation',
  'ipn-delivery',
] as const;

export type ConfigurableJob = (typeof JOBS)[number];

const PREFIX = 'CONCURRENCY_';

const BY_SETTING = new Map(JOBS.map((job) => [PREFIX + job.toUpperCase().replaceAll('-', '_'), job]));

/**
 * Reads the settings CONCURRENCY_<JOB>, such as CONCURRENCY_CARD_AUTHORIZATION=20, by job.
 * @param faults receives a sentence for each setting that is wrong
 */
export function readConcurrency(env: NodeJS.ProcessEnv, faults: string[]): Partial<Record<ConfigurableJob, number>> {
  const overrides: Partial<Record<ConfigurableJob, number>> = {};
  for (const [name, value] of Object.entries(env).filter(([name]) => name.startsWith(PREFIX))) {
    const job = BY_SETTING.get(name);
    const number = Number(value);
    if (!job) faults.push(`"${name}" names no job: there are ${[...BY_SETTING.keys()].join(', ')}`);
    else if (Number.isInteger(number) && number >= 1 && number <= 1000) overrides[job] = number;
    else faults.push(`"${name}" must be a whole number from 1 to 1000`);
  }
  return overrides;
}
