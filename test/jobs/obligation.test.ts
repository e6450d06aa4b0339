import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import type { JobName } from '../../src/jobs/catalogue.js';
import { HORIZON_MS, enqueue, enqueueNew, type Obligation } from '../../src/jobs/obligation.js';
import { jobId, queueOf } from '../../src/jobs/queue.js';
import { redis } from '../../src/redis/client.js';
import { documentIn } from '../../src/jobs/snapshot.js';

const job: JobName = 'reconciliation';
const MINUTE_MS = 60_000;

describe('the job of a document', () => {
  const ids: string[] = [];
  const waiting = (next: Obligation | null) => {
    const document = { _id: randomUUID(), version: 1, next };
    ids.push(document._id);
    return document;
  };
  const due = (inMs: number) => waiting({ job, at: new Date(Date.now() + inMs) });
  const jobOf = ({ _id: id, version }: { _id: string; version: number }) =>
    queueOf(job).getJob(jobId(job, { id, version }));

  before(() => until('Redis is there', () => redis.status === 'ready'));
  afterEach(() => Promise.all(ids.splice(0).map((id) => queueOf(job).remove(jobId(job, { id, version: 1 })))));

  for (const [what, inMs, isQueued] of [
    ['is overdue', -MINUTE_MS, true],
    ['is due within ten minutes', HORIZON_MS - MINUTE_MS, true],
    ['is due later, which MongoDB alone remembers', HORIZON_MS + MINUTE_MS, false],
  ] as const)
    it(`is ${isQueued ? '' : 'not '}put into Redis when it ${what}`, async () => {
      const document = due(inMs);
      await enqueue(document);
      expect((await jobOf(document)) !== undefined).to.equal(isQueued);
    });

  it('comes when the document is due', async () => {
    const document = due(5 * MINUTE_MS);
    await enqueue(document);
    expect((await jobOf(document))?.delay).to.be.within(5 * MINUTE_MS - 5000, 5 * MINUTE_MS);
  });

  it('is none when nothing is owed', async () => {
    const document = waiting(null);
    await enqueue(document);
    expect(await jobOf(document)).to.equal(undefined);
  });

  for (const [what, inMs, isBrought] of [
    ['brings the document along when it is due at once', 0, true],
    ['brings no document that will have changed by then', MINUTE_MS, false],
  ] as const)
    it(what, async () => {
      const document = due(inMs);
      await enqueueNew(document);
      const { id, version, snapshot } = (await jobOf(document))?.data ?? { id: '', version: 0 };
      expect(documentIn(snapshot, { id, version })).to.deep.equal(isBrought ? document : undefined);
    });
});
