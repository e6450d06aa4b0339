import { randomUUID } from 'node:crypto';
import type { JobName } from '../../../src/jobs/catalogue.js';

/** The job, and its queue, in both lanes: commands repeat names, and what a long one costs is no cost of our layer. */
export const JOB = 'card-authorization' satisfies JobName;

export interface QueueQuestion {
  count: number;
}

/** Adds in flight at any moment. */
const ADDS = 50;

/**
 * Adds jobs and waits until all of them have run.
 * @returns jobs a second
 */
export async function runJobs(
  count: number,
  add: (id: string) => Promise<unknown>,
  listen: (onDone: () => void) => void,
): Promise<number> {
  let done = 0;
  let added = 0;
  const allDone = new Promise<void>((resolve) => listen(() => (++done === count ? resolve() : undefined)));
  const startedAt = performance.now();
  const adder = async () => {
    while (added < count) {
      added++;
      await add(randomUUID());
    }
  };
  await Promise.all(Array.from({ length: ADDS }, adder));
  await allDone;
  return count / ((performance.now() - startedAt) / 1000);
}
