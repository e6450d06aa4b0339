import { expect } from 'chai';
import { Worker } from 'bullmq';
import { config } from '../../config/index.js';
import { connectDatabase } from '../../src/database/client.js';
import { deliveries } from '../../src/ipn/delivery.model.js';
import type { JobName } from '../../src/jobs/catalogue.js';
import { sweeperRepairs } from '../../src/telemetry/metrics.js';
import { HORIZON_MS } from '../../src/jobs/obligation.js';
import { inSeconds } from '../../src/time.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { jobId, queueOf } from '../../src/jobs/queue.js';
import { redis, workerRedis } from '../../src/redis/client.js';
import { startSweeper, sweep } from '../../workers/sweeper.js';
import { aDelivery } from '../ipn/a-delivery.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { until } from '../../scripts/until.js';

const JOB = 'card-authorization';
const LONG_AGO = () => inSeconds(-120);
const JUST_NOW = () => inSeconds(-5);

describe('the sweeper', () => {
  const made: { name: JobName; id: string }[] = [];
  before(async () => {
    await connectDatabase();
    await until('Redis is there', () => redis.status === 'ready');
  });
  afterEach(async () => {
    const ids = made.map(({ id }) => id);
    for (const { name, id } of made.splice(0)) await queueOf(name).remove(jobId(name, { id, version: 1 }));
    await payments.deleteMany({ _id: { $in: ids } });
    await deliveries.deleteMany({ $or: [{ _id: { $in: ids } }, { trx: { $in: ids } }] });
  });

  async function due(at: Date, overrides: Partial<PaymentRecord> = {}): Promise<PaymentRecord> {
    const payment = aPayment({ next: { job: JOB, at }, ...overrides });
    made.push({ name: JOB, id: payment._id });
    await payments.insertOne(payment);
    return payment;
  }
  const jobOf = (id: string, name: JobName = JOB) => queueOf(name).getJob(jobId(name, { id, version: 1 }));
  const stateOf = async (id: string, name: JobName = JOB) => (await jobOf(id, name))?.getState();

  it('brings back the lost wake-up of a payment, with nothing in it but which one and which version', async () => {
    const { _id: id } = await due(JUST_NOW());
    await sweep();
    expect((await jobOf(id))?.data).to.deep.equal({ id, version: 1 });
    expect(await stateOf(id)).to.equal('waiting');
  });

  it('brings back the lost wake-up of a delivery', async () => {
    const delivery = aDelivery({ next: { job: 'ipn-delivery', at: LONG_AGO() } });
    made.push({ name: 'ipn-delivery', id: delivery._id });
    await deliveries.insertOne(delivery);
    await sweep();
    expect((await jobOf(delivery._id, 'ipn-delivery'))?.data).to.deep.equal({ id: delivery._id, version: 1 });
  });

  it('leaves alone what is not due before its next pass, and what is owed nothing', async () => {
    const later = await due(inSeconds(config.sweepInterval + 30));
    const settled = aPayment({ status: 'succeeded' });
    made.push({ name: JOB, id: settled._id });
    await payments.insertOne(settled);
    await sweep();
    expect(await jobOf(later._id)).to.equal(undefined);
    expect(await jobOf(settled._id)).to.equal(undefined);
  });

  it('wakes what falls due before its next pass at its time, not sooner', async () => {
    const { _id: id } = await due(inSeconds(config.sweepInterval * 0.9));
    await sweep();
    expect(await stateOf(id)).to.equal('delayed');
  });

  it('adds nothing to what waits already, however often it sweeps', async () => {
    const { _id: id } = await due(LONG_AGO());
    await sweep();
    const first = await jobOf(id);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect((await jobOf(id))?.timestamp).to.equal(first?.timestamp);
  });

  /** Lets the payment's job end in some way, as a worker would. */
  async function end(id: string, process: () => Promise<void>): Promise<void> {
    await queueOf(JOB).add(JOB, { id, version: 1 }, { jobId: jobId(JOB, { id, version: 1 }), attempts: 1 });
    const connection = workerRedis('of-a-test');
    const worker = new Worker(JOB, process, { connection, prefix: config.queuePrefix });
    worker.on('error', () => undefined);
    await until('the job has ended', async () => ['failed', 'completed'].includes(String(await stateOf(id))));
    await worker.close();
    connection.disconnect();
  }
  const fail = () => Promise.reject(new Error('as a test wants it'));
  const complete = () => Promise.resolve();

  for (const [how, process] of [
    ['failed', fail],
    ['completed', complete],
  ] as const) {
    it(`lets no job that ${how} without moving it bury a payment that is long due`, async () => {
      const { _id: id } = await due(LONG_AGO());
      await end(id, process);
      expect(await stateOf(id)).to.equal(how);
      await sweep();
      expect(await stateOf(id)).to.equal('waiting');
    });

    it(`gives a payment that is only just due to the job that ${how} a moment ago`, async () => {
      const { _id: id } = await due(JUST_NOW());
      await end(id, process);
      await sweep();
      expect(await stateOf(id)).to.equal(how);
    });
  }

  it('lets no job that Redis has half forgotten bury a payment that is long due', async () => {
    const { _id: id } = await due(LONG_AGO());
    await sweep();
    const place = queueOf(JOB).toKey('wait');
    expect(await redis.lrem(place, 0, jobId(JOB, { id, version: 1 }))).to.equal(1);
    expect(await stateOf(id)).to.equal('unknown');
    await sweep();
    expect(await stateOf(id)).to.equal('waiting');
  });

  const repairs = async () => {
    const { values } = await sweeperRepairs.get();
    return values.find(({ labels }) => labels.what === 'enqueued')?.value;
  };

  it('counts a lost wake-up as a repair once, and none while the job waits for somebody to run it', async () => {
    const before = Number(await repairs());
    await due(LONG_AGO());
    await sweep();
    expect(await repairs()).to.equal(before + 1);
    await sweep();
    expect(await repairs()).to.equal(before + 1);
  });

  it('keeps everything that is due longer than Redis holds out of Redis', async () => {
    const far = await due(new Date(Date.now() + 2 * HORIZON_MS));
    await sweep();
    expect(await jobOf(far._id)).to.equal(undefined);
  });

  it('goes on sweeping after a pass that failed, until it is stopped', async () => {
    let passes = 0;
    const failing = () => {
      passes += 1;
      throw new Error('as a test wants it');
    };
    Object.assign(deliveries, { find: failing }); // the class's own method shows again below
    try {
      const lines = await logLines(async () => {
        const stop = startSweeper();
        await until('it has swept twice', () => passes >= 2);
        await stop();
      });
      expect(lines.filter(({ message }) => message === 'sweeper.failed')).to.have.length(passes);
    } finally {
      Reflect.deleteProperty(deliveries, 'find');
    }
  });
});
