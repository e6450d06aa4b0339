import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import type { JobName } from '../../src/jobs/catalogue.js';
import { HORIZON_MS, wake, wakeNew, type Obligation } from '../../src/jobs/obligation.js';
import { jobId, queueOf } from '../../src/jobs/queue.js';
import { redis } from '../../src/redis/client.js';
import { documentIn } from '../../src/jobs/snapshot.js';

const job: JobName = 'ledger-comparison';
const MINUTE_MS = 60_000;

describe('the wake-up of a document', () => {
  const ids: string[] = [];
  const waiting = (next: Obligation | null) => {
    const document = { _id: randomUUID(), gen: 1, next };
    ids.push(document._id);
    return document;
  };
  const due = (inMs: number) => waiting({ job, at: new Date(Date.now() + inMs) });
  const jobOf = ({ _id: id, gen }: { _id: string; gen: number }) => queueOf(job).getJob(jobId(job, { id, gen }));

  before(() => until('Redis is there', () => redis.status === 'ready'));
  afterEach(() => Promise.all(ids.splice(0).map((id) => queueOf(job).remove(jobId(job, { id, gen: 1 })))));

  for (const [what, inMs, isQueued] of [
    ['is overdue', -MINUTE_MS, true],
    ['is due within ten minutes', HORIZON_MS - MINUTE_MS, true],
    ['is due later, which MongoDB alone remembers', HORIZON_MS + MINUTE_MS, false],
  ] as const)
    it(`is ${isQueued ? '' : 'not '}put into Redis when it ${what}`, async () => {
      const document = due(inMs);
      await wake(document);
      expect((await jobOf(document)) !== undefined).to.equal(isQueued);
    });

  it('comes at its time', async () => {
    const document = due(5 * MINUTE_MS);
    await wake(document);
    expect((await jobOf(document))?.delay).to.be.within(5 * MINUTE_MS - 5000, 5 * MINUTE_MS);
  });

  it('is none when nothing is owed', async () => {
    const document = waiting(null);
    await wake(document);
    expect(await jobOf(document)).to.equal(undefined);
  });

  for (const [what, inMs, isBrought] of [
    ['brings the document along when it is due at once', 0, true],
    ['brings no document that will have changed by then', MINUTE_MS, false],
  ] as const)
    it(what, async () => {
      const document = due(inMs);
      await wakeNew(document);
      const { id, gen, snapshot } = (await jobOf(document))?.data ?? { id: '', gen: 0 };
      expect(documentIn(snapshot, { id, gen })).to.deep.equal(isBrought ? document : undefined);
    });
});
