import { Queue } from 'bullmq';
import { JOB_NAMES, type JobName, type JobPayload } from './catalogue.js';
import './concurrency.js'; // where a setting for a job that there is not ends every process, not only those that run jobs
import { logger } from '../telemetry/logger.js';
import { redis, requireRedis } from '../redis/client.js';
import { queuePrefixOf } from '../redis/keys.js';

/** What a job holds: with its document, perhaps, as a snapshot (snapshot.ts). */
export interface JobData extends JobPayload {
  snapshot?: string;
}

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
      backoff: { type: 'capped' }, // see waitBefore() in worker.ts
      stackTraceLimit: 5,
    },
  });
  queue.setMaxListeners(0);
  queue.on('error', (error) => logger.debug('queue.failed', { job: name, error }));
  queues.set(name, queue);
  return queue;
}

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
