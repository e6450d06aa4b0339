import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { answerQuestions } from '../answer-questions.js';
import { JOB, runJobs, type QueueQuestion } from './run-jobs.js';

// Bare BullMQ: one queue and one worker of a process, with jobs that do nothing.

const { REDIS_URL = '', QUEUE_PREFIX: prefix = '', FLOOR_CONCURRENCY } = process.env;
let onDone = () => {};
const queue = new Queue(JOB, {
  connection: new Redis(REDIS_URL),
  prefix,
  defaultJobOptions: { removeOnComplete: { count: 1000 } },
});
const worker = new Worker(JOB, async () => onDone(), {
  connection: new Redis(REDIS_URL, { maxRetriesPerRequest: null }),
  prefix,
  concurrency: Number(FLOOR_CONCURRENCY),
});
await worker.waitUntilReady();

answerQuestions<QueueQuestion>(({ count }) =>
  runJobs(
    count,
    (id) => queue.add(JOB, { id, version: 1 }, { jobId: `${JOB}-${id}-1` }),
    (listener) => (onDone = listener),
  ),
);
