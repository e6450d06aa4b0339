import { config } from '../config/index.js';
import { isDatabaseAway } from '../src/database/errors.js';
import { deliveries } from '../src/ipn/delivery.model.js';
import { publishResults, clearPublished, type PendingResults } from '../src/payments/outbox.js';
import { comparisons } from '../src/reconciliation/comparison.model.js';
import { logger } from '../src/telemetry/logger.js';
import { sweeperRepairs } from '../src/telemetry/metrics.js';
import { enqueue, type Obligation, type Waiting } from '../src/jobs/obligation.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { payments } from '../src/payments/payment.model.js';
import { addJobAgain, haveJobs } from '../src/jobs/queue.js';
import { unlessRedisIsAway } from '../src/redis/client.js';
import type { Collection, Filter } from '../src/database/driver.js';
import { repeat } from './repeat.js';

const BATCH = 1000;
/**
 * The server ends a query after this. We have stopped listening by then, and such queries would pile up pass by pass.
 */
const LONGEST_MS = 10_000;
const READ = { batchSize: BATCH, maxTimeMS: LONGEST_MS };
/** The job of what has been due for this long must have been lost or blocked. */
const OVERDUE_MS = 60_000;
/** A result younger than this may be on its way: the process that made it publishes it. */
const PUBLISH_GRACE_MS = 2000;

type Due = Waiting & { next: Obligation };

const payloadOf = ({ _id: id, version, next: { job: name } }: Due) => ({ name, payload: { id, version } });

async function enqueueLost(document: Due, hasJob: boolean): Promise<void> {
  const overdue = Date.now() - document.next.at.getTime();
  if (overdue < OVERDUE_MS) return hasJob ? undefined : enqueue(document);
  // Looking at a job costs more than looking for it: once a minute is enough for those that wait their turn.
  if (hasJob && overdue % OVERDUE_MS > 2 * config.sweepInterval * 1000) return;
  const { name, payload } = payloadOf(document);
  if (await addJobAgain(name, payload)) sweeperRepairs.inc({ what: 'enqueued' });
}

/** Enqueues the documents that have no job. Adding the others again would change nothing, at ten times the cost. */
async function enqueueBatch(batch: Due[]): Promise<void> {
  const haveJob = await haveJobs(batch.map(payloadOf));
  await Promise.all(batch.map((document, index) => enqueueLost(document, haveJob[index] ?? false)));
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

async function enqueueAll(found: AsyncIterable<Due>): Promise<number> {
  let count = 0;
  for await (const batch of batchesOf(found)) {
    await enqueueBatch(batch);
    count += batch.length;
  }
  return count;
}

const soon = () => new Date(Date.now() + config.sweepInterval * 1000);

/** Enqueues what is due, oldest first. Enqueueing what is enqueued already changes nothing, so no lock is needed. */
function enqueueDue<T extends Waiting>(collection: Collection<T>): Promise<number> {
  // Every document with an obligation has these fields; the driver's types cannot see through the generic.
  const due = { 'next.at': { $exists: true, $lte: soon() } } as unknown as Filter<T>; // ADR 12
  const found = collection.find(due, { ...READ, projection: { version: 1, next: 1 }, sort: { 'next.at': 1 } });
  return enqueueAll(found as unknown as AsyncIterable<Due>);
}

/** The reviews of proofs that are due. They have an obligation of their own inside the payment. */
async function* dueProofs(): AsyncIterable<Due> {
  const due = { 'proof.next.at': { $exists: true, $lte: soon() } }; // ADR 12
  for await (const { _id, proof } of payments.find(due, { ...READ, projection: { proof: 1 } }))
    if (proof?.next) yield { _id, version: proof.reviewVersion, next: proof.next };
}

/** The refunds that are due, each with an obligation of its own inside its payment. */
async function* dueRefunds(): AsyncIterable<Due> {
  const before = soon();
  const due = { 'refunds.next.at': { $exists: true, $lte: before } }; // ADR 12
  for await (const { refunds = [] } of payments.find(due, { ...READ, projection: { refunds: 1 } }))
    for (const { key, version, next } of refunds) if (next && next.at <= before) yield { _id: key, version, next };
}

/** The payments whose gateway is to be asked about disputes, an obligation of its own inside the payment. */
async function* dueDisputeInquiries(): AsyncIterable<Due> {
  const due = { 'disputeInquiry.next.at': { $exists: true, $lte: soon() } }; // ADR 12
  for await (const { _id, disputeInquiry: inquiry } of payments.find(due, {
    ...READ,
    projection: { disputeInquiry: 1 },
  }))
    if (inquiry?.next) yield { _id, version: inquiry.version, next: inquiry.next };
}

/** A payment that cannot be published must not hold up all others. @returns whether it is published */
async function publishOrLog({ _id }: PendingResults): Promise<boolean> {
  const payment = await payments.findOne({ _id });
  if (!payment) return false;
  try {
    await publishResults(payment);
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    logger.error('publish.failed', { ...aboutPayment(payment), error });
    return false;
  }
}

/**
 * Looks whether recent results were published. Clears the flags of those that were, and publishes those whose process
 * died before it could.
 */
async function publishPending(): Promise<number> {
  const before = new Date(Date.now() - PUBLISH_GRACE_MS);
  // The value is named too: by $exists alone DocumentDB expects a quarter of all to match, and reads them all (ADR 12).
  const pending = payments
    .find({ unpublished: { $exists: true, $eq: true }, updatedAt: { $lte: before } }, READ)
    .project<PendingResults>({ 'results.eventId': 1, 'results.at': 1 });
  let count = 0;
  for await (const batch of batchesOf(pending)) {
    const left = await clearPublished(batch);
    for (const payment of left) if (await publishOrLog(payment)) count++;
  }
  sweeperRepairs.inc({ what: 'published' }, count);
  return count;
}

/** One pass over everything that is owed. It is also the rebuild after Redis was lost. */
export async function sweep(): Promise<void> {
  const published = await publishPending();
  if (published > 0) logger.warn('sweeper.published', { count: published });
  const enqueued = await unlessRedisIsAway(() =>
    Promise.all([
      enqueueDue(payments),
      enqueueAll(dueProofs()),
      enqueueAll(dueRefunds()),
      enqueueAll(dueDisputeInquiries()),
      enqueueDue(deliveries),
      enqueueDue(comparisons.collection),
    ]),
  );
  if (!enqueued) return; // the connection logs the outage; what is owed stays owed
  const [ofPayments, ofProofs, ofRefunds, ofDisputes, ofDeliveries, ofComparisons] = enqueued;
  logger.debug('sweeper.swept', {
    payments: ofPayments,
    proofs: ofProofs,
    refunds: ofRefunds,
    disputes: ofDisputes,
    deliveries: ofDeliveries,
    comparisons: ofComparisons,
  });
}

/** Sweeps every SWEEP_INTERVAL seconds until stopped. */
export const startSweeper = (): (() => Promise<void>) =>
  repeat(sweep, config.sweepInterval, (error) => void logger.warn('sweeper.failed', { error }));
