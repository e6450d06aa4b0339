import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { answerQuestions } from '../answer-questions.js';
import { runJobs, type QueueQuestion } from './run-jobs.js';

// Bare BullMQ: one queue and one worker of a process, with jobs that do nothing.

const { REDIS_URL = '', QUEUE_PREFIX: prefix = '', FLOOR_CONCURRENCY } = process.env;
let onDone = () => {};
const queue = new Queue('bare', {
  connection: new Redis(REDIS_URL),
  prefix,
  defaultJobOptions: { removeOnComplete: { count: 1000 } },
});
const worker = new Worker('bare', async () => onDone(), {
  connection: new Redis(REDIS_URL, { maxRetriesPerRequest: null }),
  prefix,
  concurrency: Number(FLOOR_CONCURRENCY),
});
await worker.waitUntilReady();

answerQuestions<QueueQuestion>(({ count }) =>
  runJobs(
    count,
    (id) => queue.add('bare', { id, gen: 1 }, { jobId: `bare-${id}-1` }),
    (listener) => (onDone = listener),
  ),
);
