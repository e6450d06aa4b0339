import { expect } from 'chai';
import { JOB_NAMES } from '../src/jobs.js';
import { queueOf, waitBefore } from '../src/queue.js';

describe('a job that a fault of ours has stopped', () => {
  it('is tried again sooner than after ten seconds, twice as late each time at first', () => {
    for (const [attemptsMade, longest] of [
      [1, 500],
      [2, 1000],
      [5, 8000],
      [6, 10_000],
      [19, 10_000],
    ] as const)
      for (let again = 0; again < 100; again++)
        expect(waitBefore(attemptsMade)).to.be.within(longest / 2, longest, `after ${attemptsMade} attempts`);
  });

  it('is not given up within a minute', () => {
    for (const name of JOB_NAMES) {
      const { attempts = 1 } = queueOf(name).defaultJobOptions;
      const waits = Array.from({ length: attempts - 1 }, (_, index) => waitBefore(index + 1));
      expect(waits.reduce((sum, wait) => sum + wait, 0)).to.be.at.least(60_000);
    }
  });
});
