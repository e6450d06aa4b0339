import { disconnectDatabase, connectDatabase } from '../../src/database/client.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { JOB_NAMES } from '../../src/jobs/catalogue.js';
import { queueOf } from '../../src/jobs/queue.js';
import { redis } from '../../src/redis/client.js';
import { sweep } from '../../workers/sweeper.js';
import { percentile, timeEach } from './figures.js';

const MINUTE = 60_000;

/** Pending UPI payments whose next look is spread over the quarter of an hour that they wait. */
function waiting(no: number): PaymentRecord {
  const now = new Date();
  const at = new Date(now.getTime() + MINUTE + Math.random() * 14 * MINUTE);
  const trx = `00000000-0000-8000-8000-${String(no).padStart(12, '0')}`;
  return {
    _id: trx,
    merchantId: 'mer_bench',
    mode: 'test',
    identifier: `bench-${no}`,
    method: 'upi',
    status: 'awaiting_payment',
    reason: null,
    lateConfirmation: false,
    requested: { amount: 10_000, currency: 'INR' },
    amounts: { currency: 'INR', gross: 10_000, charge: 0, grossUsd: 113, chargeUsd: 0 },
    rate: { value: '88.7215', source: 'bench', at: now },
    account: 'sandbox-upi',
    customer: { first_name: 'Asha', last_name: 'Rao', email: 'a@shop.example', mobile: '+919876543210' },
    details: 'Bench',
    siteName: 'Bench',
    urls: { ipn: 'http://127.0.0.1:9/', success: 'http://127.0.0.1:9/', cancel: 'http://127.0.0.1:9/' },
    local: { expiresAt: new Date(now.getTime() + 15 * MINUTE), pollCount: 1, lateMoney: 'accept' },
    attempts: [{ no: 1, key: `${trx}-1`, startedAt: now }],
    inquiryCount: 0,
    history: [],
    results: [],
    version: 1,
    next: { job: 'upi-confirmation', at },
    createdAt: now,
    updatedAt: now,
  };
}

async function seed(count: number): Promise<void> {
  for (let from = 0; from < count; from += 1000)
    await payments.insertMany(Array.from({ length: Math.min(1000, count - from) }, (_, no) => waiting(from + no)));
}

async function measure(count: number): Promise<void> {
  await seed(count);
  const rss = () => Math.round(process.memoryUsage().rss / 1_048_576);
  const before = rss();
  const idle = await timeEach(20, sweep);
  await payments.updateMany({ identifier: /^bench-\d{1,3}$/ }, { $set: { 'next.at': new Date() } });
  const busy = await timeEach(5, sweep);
  const jobs = await Promise.all(JOB_NAMES.map((name) => queueOf(name).getJobCountByTypes('waiting', 'delayed')));
  console.log(`payments waiting        ${count}`);
  console.log(
    `pass, nothing due       ${percentile(idle, 0.5).toFixed(1)} ms (median of ${idle.length}, worst ${Math.max(...idle).toFixed(1)})`,
  );
  console.log(
    `pass, 1,000 due         ${percentile(busy, 0.5).toFixed(1)} ms (median of ${busy.length}, worst ${Math.max(...busy).toFixed(1)})`,
  );
  console.log(`RSS before / after      ${before} / ${rss()} MB`);
  console.log(`jobs in Redis           ${jobs.reduce((sum, jobsOfOne) => sum + jobsOfOne, 0)}`);
}

async function clear(): Promise<void> {
  await payments.deleteMany({ merchantId: 'mer_bench' });
  await Promise.all(JOB_NAMES.map((name) => queueOf(name).obliterate({ force: true })));
}

/**
 * What a pass of the sweeper costs with that many payments waiting, none of them due and then a thousand of them.
 * Needs a database of its own: it refuses one that holds payments already.
 */
export async function benchSweep(count: number): Promise<void> {
  try {
    await connectDatabase();
    await redis.ping();
    if (await payments.findOne({})) throw new Error('MONGODB_URI must name an empty database');
    await measure(count).finally(clear);
  } finally {
    await disconnectDatabase();
    redis.disconnect();
  }
}
