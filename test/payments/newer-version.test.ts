import { expect } from 'chai';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { checkoutPath, newToken } from '../../src/checkout/link.js';
import type { PaymentJobName, JobPayload } from '../../src/jobs/catalogue.js';
import { inSeconds } from '../../src/time.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { PaymentStatus } from '../../src/payments/states.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { aPayment } from './a-payment.js';

// What a newer web leaves behind while we still run, or after it was rolled back: names that are in no table of ours.
const STATUS = 'awaiting_voucher' as PaymentStatus;
const JOB = 'voucher-confirmation' as PaymentJobName;
/** The job of a status that we know, so that a worker of ours gets to see it. */
const KNOWN_JOB = 'upi-confirmation';

describe('beside a newer version', () => {
  let tollgate: Tollgate;
  let connection: Redis;
  const queues: Queue<JobPayload>[] = [];
  const made: string[] = [];
  before(async () => {
    tollgate = await sharedTollgate();
    connection = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null });
  });
  after(async () => {
    await payments().deleteMany({ _id: { $in: made } });
    await Promise.all(queues.map((queue) => queue.close()));
    connection.disconnect();
  });

  const payments = () => tollgate.database.collection<PaymentRecord>('payments');

  async function left(overrides: Partial<PaymentRecord>): Promise<PaymentRecord> {
    const payment = aPayment({ merchantId: tollgate.merchant.id, ...overrides });
    made.push(payment._id);
    await payments().insertOne(payment);
    return payment;
  }

  function queueNamed(name: string): Queue<JobPayload> {
    const queue = new Queue<JobPayload>(name, { connection, prefix: tollgate.queuePrefix });
    queues.push(queue);
    return queue;
  }

  it('a payment in a status that we do not know is pending to its merchant and is seen in the console', async () => {
    const { _id: trx } = await left({ status: STATUS, next: { job: JOB, at: inSeconds(3600) } });
    const { public_key } = tollgate.merchant;
    const { status, body } = await tollgate.api('/h2h/status', { public_key, trx });
    expect(status).to.equal(200);
    expect(body).to.include({ payment_status: 'pending', message: 'Payment is being processed' });
    const cancelled = await tollgate.api('/h2h/cancel', { public_key, trx });
    expect(cancelled.status).to.be.within(400, 499);

    const inFull = await tollgate.console(`/api/payments/${trx}`);
    expect(inFull.body).to.include({ state: STATUS, payment_status: 'pending' });
    expect(inFull.body.waits_for).to.match(/^Waits for a newer version of Tollgate. Next look by voucher-confirmation/);
    for (const query of [`trx=${trx}`, `merchant=${tollgate.merchant.id}`]) {
      const { text } = await tollgate.console(`/api/payments?${query}`);
      expect(text, query).to.include(trx);
    }
  });

  it('its customer is told to wait', async () => {
    const trx = aPayment()._id;
    const token = newToken(trx);
    const checkout = {
      ...token,
      expiresAt: inSeconds(3600),
      accounts: {},
      fees: [],
      threeDs: 'required' as const,
      lateMoney: 'accept' as const,
    };
    const payment = await left({ _id: trx, status: STATUS, next: { job: JOB, at: inSeconds(3600) }, checkout });
    const { status, text } = await tollgate.ask(checkoutPath({ ...payment, checkout }));
    expect(status).to.equal(200);
    expect(text).to.include('data-page="processing"');
  });

  it('our worker leaves such a payment alone, puts its job back and says so', async () => {
    const payment = await left({ status: STATUS, method: 'upi', next: { job: KNOWN_JOB, at: inSeconds(-1) } });
    const isLeft = (line: string) => line.includes('"job.requeued"') && line.includes(payment._id);
    await until('the job is requeued', () => tollgate.logs('payments').split('\n').some(isLeft));
    const job = await queueNamed(KNOWN_JOB).getJob(`${KNOWN_JOB}-${payment._id}-1`);
    await until('the job waits', async () => (await job?.getState()) === 'delayed');
    expect(job?.attemptsMade).to.equal(0);
    expect(await payments().findOne({ _id: payment._id })).to.deep.equal(payment);
  });

  it('a job that we do not know waits in its own queue for the worker that does', async () => {
    const payment = await left({ status: STATUS, next: { job: JOB, at: inSeconds(-1) } });
    const queue = queueNamed(JOB);
    await until('it is there', async () => (await queue.getJob(`${JOB}-${payment._id}-1`)) !== undefined);
    expect(await queue.getJobCounts('waiting', 'failed')).to.deep.equal({ waiting: 1, failed: 0 });
  });

  it('a wake-up with more in it than we know of is one; with less it changes nothing', async () => {
    const due = {
      status: 'checkout_open' as const,
      method: null,
      next: { job: 'checkout-expiry' as const, at: inSeconds(3600) },
    };
    const [more, less] = [await left(due), await left(due)];
    const queue = queueNamed('checkout-expiry');
    const extended = { id: more._id, version: 1, format: 2, hint: { from: 'a newer web' } };
    const stripped = await queue.add('checkout-expiry', { id: less._id } as JobPayload);
    await queue.add('checkout-expiry', extended);
    await until('the one has run', async () => (await payments().findOne({ _id: more._id }))?.version === 2);
    await until('the other one has run', async () => (await stripped.getState()) === 'completed');
    expect(await payments().findOne({ _id: less._id })).to.deep.equal(less);
  });
});
