import type { Collection } from 'mongodb';
import { Gauge } from 'prom-client';
import { deliveries } from '../ipn/delivery.model.js';
import { countOverdue } from '../ipn/overdue.js';
import { comparisons } from '../ledger/comparison.model.js';
import { differences } from '../ledger/difference.model.js';
import { payments } from '../payments/payment.model.js';
import { JOB_NAMES } from '../jobs.js';
import type { Waiting } from '../obligation.js';
import { queueOf } from '../queue.js';
import { redis } from '../redis.js';
import { oldestDue } from './oldest-due.js';

// What belongs to no process in particular is looked up by the console, whenever it is scraped.

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

export const queueJobs = new Gauge({
  name: 'tollgate_queue_jobs',
  help: 'Jobs in Redis, by queue and state; longer waits are in MongoDB alone',
  labelNames: ['job', 'state'] as const,
  async collect() {
    this.reset();
    if (redis.status !== 'ready') return; // said by the alert on Redis; the other gauges are still true
    await Promise.all(
      JOB_NAMES.map(async (job) => {
        const counts = await queueOf(job).getJobCounts(...STATES);
        for (const state of STATES) this.set({ job, state }, counts[state] ?? 0);
      }),
    );
  },
});

/** Seconds that the one who waits longest is past its time; 0 when nobody is. */
async function secondsLate<T extends Waiting>(collection: Collection<T>): Promise<number> {
  const now = new Date();
  return (now.getTime() - ((await oldestDue(collection, now)) ?? now).getTime()) / 1000;
}

export const oldestDueSeconds = new Gauge({
  name: 'tollgate_oldest_due_seconds',
  help: 'How long the oldest obligation that is due has been due',
  labelNames: ['of'] as const,
  async collect() {
    this.set({ of: 'payments' }, await secondsLate(payments));
    this.set({ of: 'deliveries' }, await secondsLate(deliveries));
    this.set({ of: 'comparisons' }, await secondsLate(comparisons));
  },
});

export const noticesOverdue = new Gauge({
  name: 'tollgate_notices_overdue',
  help: 'Notifications of paid payments that nobody has accepted within IPN_OVERDUE',
  async collect() {
    this.set(await countOverdue());
  },
});

export const proofsOverdue = new Gauge({
  name: 'tollgate_proofs_overdue',
  help: 'Proofs that have waited for a decision for longer than PROOF_OVERDUE',
  async collect() {
    this.set(
      await payments.countDocuments({ 'proof.status': { $exists: true, $eq: 'pending' }, 'proof.overdue': true }),
    );
  },
});

export const ledgerDifferences = new Gauge({
  name: 'tollgate_ledger_differences',
  help: "Differences between gateways' books and ours that nobody has resolved",
  async collect() {
    this.set(await differences.countDocuments({ state: 'open' }));
  },
});
