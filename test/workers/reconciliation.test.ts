import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import { connectDatabase } from '../../src/database/client.js';
import { comparisons, type ComparisonRecord } from '../../src/reconciliation/comparison.model.js';
import { dayAfter, dayOf, endOf } from '../../src/time.js';
import { learnAccounts } from '../../src/gateways/accounts.js';
import { sealCredentials } from '../../src/gateways/credentials.js';
import { booksNamed } from '../../src/gateways/books.js';
import { planComparisons } from '../../src/reconciliation/plan-comparisons.js';
import { jobId, queueOf } from '../../src/jobs/queue.js';
import { redis } from '../../src/redis/client.js';
import { reconciliation } from '../../workers/reconciliation.js';
import { sweep } from '../../workers/sweeper.js';
import { anAccount } from '../gateways/an-account.js';
import { STRIPE_KEY, WEBHOOK_SECRET } from '../gateways/stripe/stand-in.js';
import { logLines } from '../ipn/log-lines.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

const JOB = 'reconciliation';

describe('the daily comparison with gateways', () => {
  before(async () => {
    await connectDatabase();
    await until('Redis is there', () => redis.status === 'ready');
  });
  afterEach(() => comparisons.deleteMany({}));

  // Other specs leave accounts whose books are compared too.
  const planned = () => comparisons.find({ gateway: 'sandbox' }).sort({ _id: 1 });
  const days = async () => (await planned()).map(({ day }) => day);

  /** What was planned for the sandbox until then. Its accounts may be of any age here. */
  const plannedUntil = (day: string) =>
    comparisons.insertOne({
      ...{ _id: `sandbox.${day}`, gateway: 'sandbox', day },
      ...{ hour: 24, inquiryCount: 0, version: 2, createdAt: new Date(), finishedAt: new Date() },
    });

  it('is owed once for every day, three hours after its end, whoever plans it and however often', async () => {
    const now = new Date('2030-05-06T07:08:09Z');
    await plannedUntil('2030-05-05');
    await Promise.all([planComparisons(now), planComparisons(now), planComparisons(now)]);
    const found = await planned();
    expect(found).to.have.length(2);
    expect(found[1]).to.deep.include({
      _id: 'sandbox.2030-05-06',
      hour: 0,
      next: { job: JOB, at: new Date('2030-05-07T03:00:00Z') },
    });
  });

  it('is owed later where the gateway writes its books later', async () => {
    const ledger = booksNamed('sandbox')?.ledger ?? {};
    await plannedUntil('2030-05-05');
    Object.assign(ledger, { delay: 86_400 });
    try {
      await planComparisons(new Date('2030-05-06T07:08:09Z'));
    } finally {
      Object.assign(ledger, { delay: undefined });
    }
    expect((await planned())[1]?.next).to.deep.equal({ job: JOB, at: new Date('2030-05-08T00:00:00Z') });
  });

  it('is owed for all others when an account cannot be connected, which the log tells', async () => {
    const account = anAccount({
      _id: `unreadable-${randomUUID().slice(0, 8)}`,
      connector: 'stripe',
      credentials: { secret_key: { sealed: 'sealed under a key that is gone', lastFour: '4242' } },
    });
    learnAccounts([account]);
    await plannedUntil('2030-05-05');
    try {
      const lines = await logLines(() => planComparisons(new Date('2030-05-06T07:08:09Z')));
      expect(lines.filter(({ gateway }) => gateway === account._id).map(({ message }) => message)).to.deep.equal([
        'ledger.unreadable',
      ]);
      expect(await days()).to.deep.equal(['2030-05-05', '2030-05-06']);
    } finally {
      learnAccounts([{ ...account, status: 'closed', version: account.version + 1, changedAt: new Date(0) }]);
    }
  });

  for (const [what, createdAt, first, count] of [
    ['its first day on', '2030-05-04T23:59:59Z', '2030-05-04', 3],
    ['today on when a clock is behind', '2030-05-07T00:00:00Z', '2030-05-06', 1],
    ['a month ago on when it is older', '2029-01-01T00:00:00Z', '2030-04-06', 31],
  ] as const)
    it(`is owed for an account that was never compared from ${what}`, async () => {
      const _id = `added-${randomUUID().slice(0, 8)}`;
      const credentials = sealCredentials(_id, { secret_key: STRIPE_KEY, webhook_secret: WEBHOOK_SECRET });
      const account = anAccount({ _id, connector: 'stripe', credentials, createdAt: new Date(createdAt) });
      learnAccounts([account]);
      try {
        await planComparisons(new Date('2030-05-06T07:08:09Z'));
      } finally {
        learnAccounts([{ ...account, status: 'closed', version: account.version + 1, changedAt: new Date(0) }]);
      }
      const found = await comparisons.find({ gateway: _id }).sort({ _id: 1 });
      expect([found.length, found[0]?.day, found.at(-1)?.day]).to.deep.equal([count, first, '2030-05-06']);
    });

  it('is owed for days on which nothing ran, too', async () => {
    await plannedUntil('2030-05-30');
    await planComparisons(new Date('2030-06-02T00:00:00Z'));
    expect(await days()).to.deep.equal(['2030-05-30', '2030-05-31', '2030-06-01', '2030-06-02']);
  });

  it('is owed for the latest month, and no more, when nothing ran for longer', async () => {
    await plannedUntil('2030-01-01');
    await planComparisons(new Date('2030-03-31T12:00:00Z'));
    const found = await days();
    expect([found.length, found[1], found.at(-1)]).to.deep.equal([32, '2030-03-01', '2030-03-31']);
  });

  async function owed(overrides: Partial<ComparisonRecord> = {}): Promise<ComparisonRecord> {
    const comparison: ComparisonRecord = {
      _id: 'sandbox.2021-05-06',
      gateway: 'sandbox',
      day: '2021-05-06',
      hour: 0,
      inquiryCount: 0,
      version: 1,
      next: { job: JOB, at: new Date(Date.now() - 120_000) },
      createdAt: new Date(),
      ...overrides,
    };
    await comparisons.insertOne(comparison);
    return comparison;
  }

  it('is woken by the sweeper', async () => {
    const { _id: id } = await owed();
    await sweep();
    const job = await queueOf(JOB).getJob(jobId(JOB, { id, version: 1 }));
    expect(job?.data).to.deep.equal({ id, version: 1 });
    await job?.remove();
  });

  it('asks a gateway again that does not answer, at the same hour, and plans the days meanwhile', async () => {
    const { _id: id } = await owed(); // nobody listens at the sandbox's address of these tests
    await reconciliation({ id, version: 1 });
    const after = await comparisons.findOne({ _id: id });
    expect(after).to.include({ hour: 0, inquiryCount: 1, version: 2 });
    expect(after?.next?.at.getTime()).to.be.greaterThan(Date.now());
    expect(await days()).to.include(dayOf(new Date()));
    await queueOf(JOB).remove(jobId(JOB, { id, version: 2 }));
  });

  it('tells of a gateway that has shown no books since the last of the waits', async () => {
    const waits = config.reconcileWaits.length;
    const said = async (inquiryCount: number) => {
      const { _id: id } = await owed({ _id: `sandbox.2021-05-0${1 + waits - inquiryCount}`, inquiryCount });
      const lines = await logLines(() => reconciliation({ id, version: 1 }));
      await queueOf(JOB).remove(jobId(JOB, { id, version: 2 }));
      return lines.filter(({ message }) => message === 'ledger.unanswered').map(({ inquiries }) => inquiries);
    };
    expect([await said(waits - 1), await said(waits)]).to.deep.equal([[], [waits + 1]]);
  });

  it('does nothing for a version that is over, nor for a gateway that is gone, which ends it', async () => {
    const stale = await owed();
    await reconciliation({ id: stale._id, version: 0 });
    expect(await comparisons.findOne({ _id: stale._id })).to.include({ version: 1 });
    const gone = await owed({ _id: 'gone.2021-05-06', gateway: 'gone', hour: 3 });
    await reconciliation({ id: gone._id, version: 1 });
    expect(await comparisons.findOne({ _id: gone._id })).to.not.have.property('next');
  });

  it('counts days in UTC', () => {
    expect(dayAfter('2028-02-28')).to.equal('2028-02-29');
    expect(dayAfter('2026-12-31')).to.equal('2027-01-01');
    expect(endOf('2026-03-29').toISOString()).to.equal('2026-03-30T00:00:00.000Z');
  });
});

describe('a day of a running Tollgate', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await sharedTollgate();
  });

  interface Listed {
    data: { trx: string; kind: string; theirs: { amount: number }; ours: { amount: number } }[];
  }

  it('is compared hour by hour, and a planted difference reaches the console and the metrics', async () => {
    const day = dayOf(new Date());
    const agreeing = await tollgate.pay('4242424242424242');
    const planted = await tollgate.pay('4242424242424242');
    const payments = tollgate.database.collection<{ _id: string }>('payments');
    await payments.updateOne({ _id: planted.body.trx ?? '' }, { $set: { 'amounts.gross': 4000 } });
    const kept = tollgate.database.collection<ComparisonRecord>('ledger_comparisons');
    const next = { 'next.job': JOB, 'next.at': new Date() };
    const planned = { gateway: 'sandbox', day, hour: 0, inquiryCount: 0, version: 1, createdAt: new Date() };
    // Nobody plans it until tomorrow when the day has begun since the processes were started.
    await kept.updateOne({ _id: `sandbox.${day}` }, { $set: next, $setOnInsert: planned }, { upsert: true });
    await until('the day is compared', async () => {
      return (await kept.findOne({ _id: `sandbox.${day}`, finishedAt: { $exists: true } })) !== null;
    });

    const { body } = await tollgate.console(`/api/differences?day=${day}&state=open`);
    const { data } = body as unknown as Listed;
    const about = (trx: string | undefined) => data.filter((difference) => difference.trx === trx);
    expect(about(agreeing.body.trx)).to.deep.equal([]);
    expect(about(planted.body.trx)).to.have.length(1);
    expect(about(planted.body.trx)[0]).to.deep.nested.include({
      kind: 'amount_differs',
      'theirs.amount': 100,
      'ours.amount': 40,
    });
    const metrics = await (await fetch(tollgate.urls.metrics.console ?? '')).text();
    expect(metrics).to.match(/^tollgate_ledger_differences [1-9]/m);
    await payments.updateOne({ _id: planted.body.trx ?? '' }, { $set: { 'amounts.gross': 4990 } });
  });
});
