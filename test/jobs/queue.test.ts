import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { JOB_NAMES, type JobName } from '../../src/jobs/catalogue.js';
import { addJob, jobId, queueOf } from '../../src/jobs/queue.js';
import { startWorker, waitBefore, type Processor } from '../../src/jobs/worker.js';
import { until } from '../../scripts/until.js';

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

describe('a job with a snapshot', () => {
  const name: JobName = 'reconciliation';
  const payload = { id: randomUUID(), version: 1 };
  const running: ReturnType<typeof startWorker>[] = [];

  afterEach(async () => {
    await Promise.all(running.splice(0).map((worker) => worker.close()));
    await queueOf(name).remove(jobId(name, payload));
  });

  const run = (process: Processor) => running.push(startWorker(name, process));

  it('is given it at its first start, and reads what may have changed at every further one', async () => {
    const given: (string | undefined)[] = [];
    run((woken, snapshot) => {
      expect(woken).to.deep.equal(payload);
      given.push(snapshot);
      return given.length === 1 ? Promise.reject(new Error('a fault of ours')) : Promise.resolve();
    });
    await running[0]?.waitUntilReady(); // a snapshot serves for two seconds only
    await addJob(name, payload, 0, { snapshot: 'as it was stored' });
    await until('it has started twice', () => given.length === 2);
    expect(given).to.deep.equal(['as it was stored', undefined]);
  });

  for (const [what, ageMs] of [
    ['has waited for long', 2001],
    ['was added by a clock that is ahead of ours', -60_000],
  ] as const)
    it(`is not given it when it ${what}`, async () => {
      const given: (string | undefined)[] = [];
      const data = { ...payload, snapshot: 'as it was stored' };
      run((_, snapshot) => Promise.resolve(void given.push(snapshot)));
      await queueOf(name).add(name, data, { jobId: jobId(name, payload), timestamp: Date.now() - ageMs });
      await until('it has started', () => given.length === 1);
      expect(given).to.deep.equal([undefined]);
    });
});
