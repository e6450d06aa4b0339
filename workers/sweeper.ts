import { config } from '../config/index.js';
import { isDatabaseAway } from '../src/database/errors.js';
import { READ_ALL } from '../src/database/read-limit.js';
import { publishResults, clearPublished, type PendingResults } from '../src/payments/outbox.js';
import { logger } from '../src/telemetry/logger.js';
import { sweeperRepairs } from '../src/telemetry/metrics.js';
import { enqueue } from '../src/jobs/obligation.js';
import { OWED, type Owed, type Place } from '../src/obligations/owed.js';
import { aboutPayment } from '../src/payments/about-payment.js';
import { payments } from '../src/payments/payment.model.js';
import { addJobAgain, haveJobs } from '../src/jobs/queue.js';
import { unlessRedisIsAway } from '../src/redis/client.js';
import { repeat } from './repeat.js';

/** Documents that are looked at together. */
const BATCH = 1000;
/** The job of what has been due for this long must have been lost or blocked. */
const OVERDUE_MS = 60_000;
/** A result younger than this may be on its way: the process that made it publishes it. */
const PUBLISH_GRACE_MS = 2000;

const payloadOf = ({ _id: id, version, next: { job: name } }: Owed) => ({ name, payload: { id, version } });

async function enqueueLost(document: Owed, hasJob: boolean): Promise<void> {
  const overdue = Date.now() - document.next.at.getTime();
  if (overdue < OVERDUE_MS) return hasJob ? undefined : enqueue(document);
  // Looking at a job costs more than looking for it: once a minute is enough for those that wait their turn.
  if (hasJob && overdue % OVERDUE_MS > 2 * config.sweepInterval * 1000) return;
  const { name, payload } = payloadOf(document);
  if (await addJobAgain(name, payload)) sweeperRepairs.inc({ what: 'enqueued' });
}

/** Enqueues the documents that have no job. Adding the others again would change nothing, at ten times the cost. */
async function enqueueBatch(batch: Owed[]): Promise<void> {
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

/** Enqueueing what is enqueued already changes nothing, so no lock is needed. @returns how many were due */
async function enqueueDue({ findDue }: Place): Promise<number> {
  const soon = new Date(Date.now() + config.sweepInterval * 1000);
  let count = 0;
  for await (const batch of batchesOf(findDue(soon))) {
    await enqueueBatch(batch);
    count += batch.length;
  }
  return count;
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
    .find({ unpublished: { $exists: true, $eq: true }, updatedAt: { $lte: before } }, READ_ALL)
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
  const counts = await unlessRedisIsAway(() =>
    Promise.all(Object.entries(OWED).map(async ([of, place]) => [of, await enqueueDue(place)] as const)),
  );
  if (!counts) return; // the connection logs the outage; what is owed stays owed
  logger.debug('sweeper.swept', Object.fromEntries(counts));
}

/** Sweeps every SWEEP_INTERVAL seconds until stopped. */
export const startSweeper = (): (() => Promise<void>) =>
  repeat(sweep, config.sweepInterval, (error) => void logger.warn('sweeper.failed', { error }));
