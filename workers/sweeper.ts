import { config } from '../config/index.js';
import { isDatabaseAway } from '../src/database/errors.js';
import { deliveries } from '../src/ipn/delivery.model.js';
import { relayResults, settleRelayed, type Unrelayed } from '../src/payments/outbox.js';
import { comparisons } from '../src/reconciliation/comparison.model.js';
import { logger } from '../src/telemetry/logger.js';
import { sweeperRepairs } from '../src/telemetry/metrics.js';
import { wake, type Obligation, type Waiting } from '../src/jobs/obligation.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { payments } from '../src/payments/payment.model.js';
import { enqueueAgain, haveJobs } from '../src/jobs/queue.js';
import { unlessRedisIsAway } from '../src/redis/client.js';
import type { Collection, Filter } from 'mongodb';
import { repeat } from './repeat.js';

const BATCH = 1000;
/**
 * The server ends a query after this. We have stopped listening by then, and such queries would pile up pass by pass.
 */
const LONGEST_MS = 10_000;
const READ = { batchSize: BATCH, maxTimeMS: LONGEST_MS };
/** The wake-up of what has been due for this long must have been lost or blocked. */
const OVERDUE_MS = 60_000;
/** A result younger than this may be on its way: the process that made it relays it. */
const RELAY_GRACE_MS = 2000;

type Due = Waiting & { next: Obligation };

const wakeUpOf = ({ _id: id, gen, next: { job: name } }: Due) => ({ name, wakeUp: { id, gen } });

async function wakeAgain(document: Due, hasJob: boolean): Promise<void> {
  const overdue = Date.now() - document.next.at.getTime();
  if (overdue < OVERDUE_MS) return hasJob ? undefined : wake(document);
  // Looking at a job costs more than looking for it: once a minute is enough for those that wait their turn.
  if (hasJob && overdue % OVERDUE_MS > 2 * config.sweepInterval * 1000) return;
  const { name, wakeUp } = wakeUpOf(document);
  if (await enqueueAgain(name, wakeUp)) sweeperRepairs.inc({ what: 'woken' });
}

/** Wakes the documents that have no job. Adding the others again would change nothing, at ten times the cost. */
async function wakeBatch(batch: Due[]): Promise<void> {
  const haveJob = await haveJobs(batch.map(wakeUpOf));
  await Promise.all(batch.map((document, index) => wakeAgain(document, haveJob[index] ?? false)));
}

/** Takes what a query finds batch by batch, so that a hundred thousand documents take no more memory than one batch. */
async function* batchesOf<T>(found: AsyncIterable<T>): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const document of found) {
    if (batch.push(document) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function wakeAll(found: AsyncIterable<Due>): Promise<number> {
  let count = 0;
  for await (const batch of batchesOf(found)) {
    await wakeBatch(batch);
    count += batch.length;
  }
  return count;
}

const soon = () => new Date(Date.now() + config.sweepInterval * 1000);

/** Wakes what is due, oldest first. Enqueueing what is enqueued already changes nothing, so no lock is needed. */
function wakeDue<T extends Waiting>(collection: Collection<T>): Promise<number> {
  // Every document with an obligation has these fields; the driver's types cannot see through the generic.
  const due = { 'next.at': { $exists: true, $lte: soon() } } as unknown as Filter<T>;
  const found = collection.find(due, { ...READ, projection: { gen: 1, next: 1 }, sort: { 'next.at': 1 } });
  return wakeAll(found as unknown as AsyncIterable<Due>);
}

/** The reviews of proofs that are due. They have an obligation of their own inside the payment. */
async function* dueProofs(): AsyncIterable<Due> {
  const due = { 'proof.next.at': { $exists: true, $lte: soon() } };
  for await (const { _id, proof } of payments.find(due, { ...READ, projection: { proof: 1 } }))
    if (proof?.next) yield { _id, gen: proof.gen, next: proof.next };
}

/** A payment that cannot be relayed must not hold up all others. @returns whether it is relayed */
async function relayOrLog({ _id }: Unrelayed): Promise<boolean> {
  const payment = await payments.findOne({ _id });
  if (!payment) return false;
  try {
    await relayResults(payment);
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    logger.error('relay.failed', { ...aboutPayment(payment), error });
    return false;
  }
}

/**
 * Looks whether recent results were relayed. Removes the marks of those that were, and relays those whose process died
 * before it could.
 */
async function relayLeft(): Promise<number> {
  const before = new Date(Date.now() - RELAY_GRACE_MS);
  // The value is named too: by $exists alone DocumentDB expects a quarter of all payments to match, and reads them all.
  const marked = payments
    .find({ unrelayed: { $exists: true, $eq: true }, updatedAt: { $lte: before } }, READ)
    .project<Unrelayed>({ 'results.eventId': 1, 'results.at': 1 });
  let count = 0;
  for await (const batch of batchesOf(marked)) {
    const left = await settleRelayed(batch);
    for (const payment of left) if (await relayOrLog(payment)) count++;
  }
  sweeperRepairs.inc({ what: 'relayed' }, count);
  return count;
}

/** One pass over everything that is owed. It is also the rebuild after Redis was lost. */
export async function sweep(): Promise<void> {
  const relayed = await relayLeft();
  if (relayed > 0) logger.warn('sweeper.relayed', { count: relayed });
  const woken = await unlessRedisIsAway(() =>
    Promise.all([wakeDue(payments), wakeAll(dueProofs()), wakeDue(deliveries), wakeDue(comparisons)]),
  );
  if (!woken) return; // the connection logs the outage; what is owed stays owed
  const [ofPayments, ofProofs, ofDeliveries, ofComparisons] = woken;
  logger.debug('sweeper.swept', {
    payments: ofPayments,
    proofs: ofProofs,
    deliveries: ofDeliveries,
    comparisons: ofComparisons,
  });
}

/** Sweeps every SWEEP_INTERVAL seconds until stopped. */
export const startSweeper = (): (() => Promise<void>) =>
  repeat(sweep, config.sweepInterval, (error) => void logger.warn('sweeper.failed', { error }));
