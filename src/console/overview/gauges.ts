import { Gauge } from 'prom-client';
import { isDatabaseAway } from '../../database/errors.js';
import { COUNT_LIMIT } from '../../database/read-limit.js';
import { countDueSoon } from '../../disputes/due-soon.js';
import { storesAway } from '../../http/health.routes.js';
import { countOverdue } from '../../ipn/overdue.js';
import { discrepancies } from '../../reconciliation/discrepancy.model.js';
import { payments } from '../../payments/payment.model.js';
import { countUndecided } from '../../payments/undecided.js';
import { countMoney, hasOverdueProof } from '../../proofs/find-reviews.js';
import { JOB_NAMES, type JobName } from '../../jobs/catalogue.js';
import { queueOf } from '../../jobs/queue.js';
import { OWED } from '../../obligations/owed.js';
import { unlessRedisIsAway } from '../../redis/client.js';
import { oldestPending } from '../../refunds/oldest-pending.js';
import { MODES, type Mode } from '../../vocabulary.js';

// What belongs to no process in particular is looked up by the console, whenever it is scraped. What cannot be looked
// up while a store is away is NaN, which no alert takes for a figure: a scrape that failed would say that the console
// is down.

const secondsSince = (since: Date | null, now: Date): number => (now.getTime() - (since ?? now).getTime()) / 1000;

async function orNaN(look: () => Promise<number>): Promise<number> {
  try {
    return await look();
  } catch (error) {
    if (isDatabaseAway(error)) return NaN;
    throw error;
  }
}

/** By mode: what merchants leave lying with their test keys must not hide what is about money. */
const gaugeByMode = (name: string, help: string, look: (mode: Mode) => Promise<number>): Gauge<'mode'> =>
  new Gauge({
    name,
    help,
    labelNames: ['mode'],
    async collect() {
      await Promise.all(MODES.map(async (mode) => this.set({ mode }, await orNaN(() => look(mode)))));
    },
  });

export const storeUp = new Gauge({
  name: 'tollgate_store_up',
  help: 'Whether the console can reach a store: 1, or 0 when it is away',
  labelNames: ['store'] as const,
  async collect() {
    const away = await storesAway();
    for (const store of ['redis', 'mongodb']) this.set({ store }, away.includes(store) ? 0 : 1);
  },
});

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

export const queueJobs = new Gauge({
  name: 'tollgate_queue_jobs',
  help: 'Jobs in Redis, by queue and state; longer waits are in MongoDB alone',
  labelNames: ['job', 'state'] as const,
  async collect() {
    this.reset();
    const count = async (job: JobName): Promise<void> => {
      const counts = await queueOf(job).getJobCounts(...STATES);
      for (const state of STATES) this.set({ job, state }, counts[state] ?? 0);
    };
    await unlessRedisIsAway(() => Promise.all(JOB_NAMES.map(count))); // tollgate_store_up says that it is
  },
});

export const queueHeld = new Gauge({
  name: 'tollgate_queue_held',
  help: 'Whether an admin holds a queue on the board: 1, or 0 when its jobs are done',
  labelNames: ['job'] as const,
  async collect() {
    this.reset();
    const look = async (job: JobName): Promise<void> => this.set({ job }, (await queueOf(job).isPaused()) ? 1 : 0);
    await unlessRedisIsAway(() => Promise.all(JOB_NAMES.map(look)));
  },
});

export const oldestDueSeconds = new Gauge({
  name: 'tollgate_oldest_due_seconds',
  help: 'How long the oldest obligation that is due has been due; 0 when none is',
  labelNames: ['of'] as const,
  async collect() {
    const now = new Date();
    // At once, so that a scrape takes no longer than one of them when MongoDB is away.
    await Promise.all(
      Object.entries(OWED).map(async ([of, { oldestDue }]) => {
        this.set({ of }, await orNaN(async () => secondsSince(await oldestDue(now), now)));
      }),
    );
  },
});

export const noticesOverdue = gaugeByMode(
  'tollgate_notices_overdue',
  'Notifications of paid payments that nobody has accepted within IPN_OVERDUE, by mode; counted up to 10,000',
  countOverdue,
);

export const proofsOverdue = gaugeByMode(
  'tollgate_proofs_overdue',
  'Proofs that have waited for a decision for longer than PROOF_OVERDUE, by mode; counted up to 10,000',
  (mode) => payments.countDocuments({ ...hasOverdueProof, mode }, COUNT_LIMIT),
);

export const moneyToJudge = gaugeByMode(
  'tollgate_money_to_judge',
  'Payments whose money is not as asked for, late, or not told of, and waits for a person, by mode; up to 10,000',
  countMoney,
);

export const paymentsUndecided = gaugeByMode(
  'tollgate_payments_undecided',
  'Payments that their gateway has left open for a day beyond their time, by mode; counted up to 10,000',
  countUndecided,
);

export const oldestPendingRefund = gaugeByMode(
  'tollgate_oldest_pending_refund_seconds',
  'How long ago the oldest refund that is pending was asked for, by mode; 0 when none is',
  async (mode) => secondsSince(await oldestPending(mode), new Date()),
);

export const disputesDueSoon = gaugeByMode(
  'tollgate_disputes_due_soon',
  'Payments with an open dispute that the bank wants an answer to within two days, by mode; counted up to 10,000',
  countDueSoon,
);

export const ledgerDifferences = new Gauge({
  name: 'tollgate_ledger_differences',
  help: "Differences between gateways' books and ours that nobody has resolved; counted up to 10,000",
  async collect() {
    this.set(await orNaN(() => discrepancies.countDocuments({ state: 'open' }, COUNT_LIMIT).exec()));
  },
});
