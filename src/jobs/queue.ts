import { DelayedError, Queue, Worker, type Job, type WorkerOptions } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import { config } from '../../config/index.js';
import { JOB_NAMES, type JobName, type JobPayload } from './catalogue.js';
import { concurrencyOf } from './concurrency.js';
import { logger } from '../telemetry/logger.js';
import { jobsFailed } from '../telemetry/metrics.js';
import { milliseconds } from '../time.js';
import { redis, requireRedis, workerRedis } from '../redis/client.js';
import type { RedisClient } from '../redis/connection.js';
import { queuePrefixOf } from '../redis/keys.js';

/** Does what a document waits for. A snapshot (snapshot.ts) of a document stored a moment ago saves reading it. */
export type Processor = (payload: JobPayload, snapshot?: string) => Promise<void>;

interface JobData extends JobPayload {
  snapshot?: string;
}

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

const queues = new Map<JobName, Queue<JobData>>();

/** The queue of a job, made at the first call. It uses the connection that fails fast. */
export function queueOf(name: JobName): Queue<JobData> {
  const known = queues.get(name);
  if (known) return known;
  const queue = new Queue<JobData>(name, {
    connection: redis,
    prefix: queuePrefixOf(name),
    skipVersionCheck: true, // the workers see to it; a queue whose first question went unanswered would fail for ever
    streams: { events: { maxLen: 1000 } },
    defaultJobOptions: {
      attempts: 20, // for faults of ours; what a gateway or a merchant does is never retried by the queue
      backoff: { type: 'capped' }, // see waitBefore
      stackTraceLimit: 5,
    },
  });
  queue.setMaxListeners(0);
  queue.on('error', (error) => logger.debug('queue.failed', { job: name, error }));
  queues.set(name, queue);
  return queue;
}

export const allQueues = (): Queue<JobData>[] => JOB_NAMES.map(queueOf);

/** Asks every node that holds a queue; without a cluster there is one. @throws when one of them does not answer */
export async function pingQueues(): Promise<void> {
  const prefixes = new Set(JOB_NAMES.map(queuePrefixOf));
  await Promise.all([...prefixes].map((prefix) => redis.exists(`${prefix}:ping`)));
}

/** One id for each version of a document, so that enqueueing it twice is harmless. */
export const jobId = (name: JobName, { id, version }: JobPayload): string => `${name}-${id}-${version}`;

interface Added {
  /** Its document, for a job that begins at once. */
  snapshot?: string;
  /** Before all others that wait. */
  first?: boolean;
}

/**
 * Adds a job; a second one with the same id changes nothing.
 * @throws when Redis is away. The job may have been added all the same.
 */
export async function addJob(name: JobName, payload: JobPayload, delayMs: number, added: Added = {}): Promise<void> {
  requireRedis();
  const { snapshot, first = false } = added;
  const data = { ...payload, ...(snapshot !== undefined && { snapshot }) };
  const delay = Math.max(0, Math.round(delayMs));
  await queueOf(name).add(name, data, { jobId: jobId(name, payload), delay, ...(first && { lifo: true }) });
}

/** Finds, in one round trip, which of these keys of one queue have a job. */
async function jobsAmong(keys: string[]): Promise<string[]> {
  const pipeline = requireRedis().pipeline();
  for (const key of keys) pipeline.exists(key);
  const answers = (await pipeline.exec()) ?? [];
  return keys.filter((_, index) => answers[index]?.[1] === 1);
}

/** Whether each of these payloads has a job: one that waits, runs or has ended. */
export async function haveJobs(payloads: { name: JobName; payload: JobPayload }[]): Promise<boolean[]> {
  const keys = payloads.map(({ name, payload }) => ({ name, key: queueOf(name).toKey(jobId(name, payload)) }));
  const queued = (queue: JobName) => keys.filter(({ name }) => name === queue).map(({ key }) => key);
  const names = [...new Set(keys.map(({ name }) => name))];
  const there = new Set((await Promise.all(names.map((name) => jobsAmong(queued(name))))).flat());
  return keys.map(({ key }) => there.has(key));
}

/** The states of a job that will run. A job in any other state has ended, or Redis has lost its place in the queue. */
const ON_ITS_WAY: string[] = ['waiting', 'active', 'delayed', 'prioritized'];

/**
 * Like addJob(), for a document that has been due for a long time. Its job may have ended without moving it, or have
 * lost its place in the queue. Such a job would block every further one with its id, so it is removed first. A job
 * that waits or runs is left alone.
 * @returns whether the job was lost
 */
export async function addJobAgain(name: JobName, payload: JobPayload): Promise<boolean> {
  requireRedis();
  const job = await queueOf(name).getJob(jobId(name, payload));
  if (job && ON_ITS_WAY.includes(await job.getState())) return false;
  await job?.remove();
  await addJob(name, payload, 0);
  return true;
}

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
