import { DelayedError, Worker, type Job, type WorkerOptions } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import { config } from '../../config/index.js';
import { workerRedis } from '../redis/client.js';
import type { RedisClient } from '../redis/connection.js';
import { queuePrefixOf } from '../redis/keys.js';
import { logger } from '../telemetry/logger.js';
import { jobsFailed } from '../telemetry/metrics.js';
import { milliseconds } from '../time.js';
import type { JobName, JobPayload } from './catalogue.js';
import { concurrencyOf } from './concurrency.js';
import type { JobData } from './queue.js';

/** Does what a document waits for. A snapshot (snapshot.ts) of a document stored a moment ago saves reading it. */
export type Processor = (payload: JobPayload, snapshot?: string) => Promise<void>;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Milliseconds before a job is tried again after a fault of ours. They double each time up to ten seconds, so that jobs
 * go on soon after a store is back. A job that was given up would block the next one with its id until the sweeper
 * finds it overdue.
 */
export function waitBefore(attemptsMade: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (attemptsMade - 1), LONGEST_WAIT_MS);
  return Math.round(longest * (0.5 + Math.random() / 2));
}

/** Ended jobs of each queue that operators can look at. */
const RETENTION = { count: 1000 };

/** Thrown for a job that only a newer version understands. It is requeued until a newer worker takes it. */
export class RequeueError extends Error {}

/** For how long a job stays its worker's, which renews that while it runs. */
const LOCK_MS = milliseconds(config.jobLock);

/** When a job that was requeued comes again, to whichever worker is free. */
const REQUEUE_MS = LOCK_MS;

/** A job's payload, without its snapshot. */
const payloadOf = ({ data: { id, version } }: Job<JobData>): JobPayload => ({ id, version });

/** How long a snapshot counts. After that the document may have moved on. */
const FRESH_MS = 2000;

/**
 * Whether a job's snapshot may still be used. It may not at the job's second start, since nobody knows what the first
 * one did, nor when the job seems to come from the future: a wrong clock cannot tell how long it has waited.
 */
const isFresh = ({ attemptsStarted, timestamp }: Job<JobData>): boolean =>
  attemptsStarted === 1 && Math.abs(Date.now() - timestamp) < FRESH_MS;

async function requeue(job: Job<JobData>, token: string | undefined, error: RequeueError): Promise<never> {
  logger.warn('job.requeued', { job: job.name, ...payloadOf(job), error });
  await job.moveToDelayed(Date.now() + REQUEUE_MS, token);
  throw new DelayedError();
}

type Work = (job: Job<JobData>, token?: string) => Promise<void>;

/** How long a worker waits after Redis refused it or a cluster lost a node. BullMQ would wait 15 s. */
const REFUSED_MS = 1000;

/** BullMQ waits while Redis is away, but when Redis refuses it asks again at once, thousands of times a second. */
class PatientWorker extends Worker<JobData> {
  readonly #running = new Set<Promise<void>>();
  readonly #redis: RedisClient;

  constructor(name: JobName, work: Work, options: WorkerOptions & { connection: RedisClient }) {
    super(
      name,
      (job, token) => {
        const running = work(job, token).finally(() => this.#running.delete(running));
        this.#running.add(running);
        return running;
      },
      options,
    );
    this.#redis = options.connection;
  }

  /**
   * Waits for the jobs that run. BullMQ would wait for Redis as well, however long it is away, though no job can come and
   * the end of none can be told: those run again.
   */
  override async close(force = false): Promise<void> {
    const isAway = () => this.#redis.status !== 'ready';
    if (isAway()) await Promise.allSettled(this.#running);
    await super.close(force || isAway());
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job<JobData>> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await pause(REFUSED_MS);
      throw error;
    }
  }
}

/**
 * Starts a worker. Another worker takes over a killed process's jobs once their lock has ended and the next check has
 * found that, after some 20 s by default, without the sweeper. The queue retries after faults of ours, and never gives
 * up a job because it stalls again and again.
 */
export function startWorker(name: JobName, process: Processor): Worker<JobData> {
  async function work(job: Job<JobData>, token?: string): Promise<void> {
    try {
      await process(payloadOf(job), isFresh(job) ? job.data.snapshot : undefined);
    } catch (error) {
      if (!(error instanceof RequeueError)) throw error;
      await requeue(job, token, error);
    }
  }
  const worker = new PatientWorker(name, work, {
    connection: workerRedis(name),
    prefix: queuePrefixOf(name),
    concurrency: concurrencyOf(name),
    lockDuration: LOCK_MS,
    stalledInterval: Math.ceil(LOCK_MS / 3),
    maxStalledCount: 1000,
    // Here and not with each job, whose data they would be.
    removeOnComplete: RETENTION,
    removeOnFail: RETENTION,
    runRetryDelay: REFUSED_MS,
    settings: { backoffStrategy: waitBefore },
  });
  jobsFailed.inc({ job: name }, 0); // from the first scrape on, so that the first failures are seen as a rise
  worker.on('error', (error) => logger.debug('worker.failed', { job: name, error }));
  worker.on('failed', (job, error) => {
    jobsFailed.inc({ job: name });
    logger.warn('job.failed', { job: name, ...(job && payloadOf(job)), attempt: job?.attemptsMade, error });
  });
  worker.on('stalled', (id) => logger.warn('job.stalled', { job: name, jobId: id }));
  return worker;
}
