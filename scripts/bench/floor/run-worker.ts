import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { answerQuestions } from '../answer-questions.js';

const { REDIS_URL = '', FLOOR_PREFIX = '', FLOOR_CONCURRENCY } = process.env;

/** Starts a bare worker, and tells the bench when it is ready. */
export async function runWorker<T>(queue: string, work: (data: T) => Promise<unknown>): Promise<void> {
  const worker = new Worker<T>(queue, ({ data }) => work(data), {
    connection: new Redis(REDIS_URL, { maxRetriesPerRequest: null }),
    prefix: FLOOR_PREFIX,
    concurrency: Number(FLOOR_CONCURRENCY),
  });
  worker.on('error', (error) => console.error(error));
  worker.on('failed', (_job, error) => console.error(error));
  await worker.waitUntilReady();
  answerQuestions(async () => 'ready');
}
